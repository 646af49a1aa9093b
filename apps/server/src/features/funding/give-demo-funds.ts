import { ACCOUNT_TYPE, ok, refuse, type Result } from '@plimsoll/contract';
import { DEMO_GIFT } from '@plimsoll/contract/figures';
import { amount } from '@plimsoll/money';
import { defineCommand, type Journal, type LedgerCommand, move, type Plan } from '../../ledger/index.ts';
import { sharedMembers } from '../gate/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { id, int } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql } from '../../platform/db.ts';

/** USDT to funds. */
export const GIFT = amount(DEMO_GIFT);
const DAY_MS = 24 * 60 * 60 * 1000;

const lastGifts = sql<{ member_id: string; n: number; at: Date }>(
  'funding.lastGifts',
  `
  select distinct on (member_id) member_id, n, at from demo_gift where member_id = any($1) order by member_id, n desc`,
);
// Serialises a member's gifts over all processes.
const lockMembers = sql<never>(
  'funding.lockGifted',
  'select from member where id = any($1) order by id for no key update',
);
const GIFTS = rowsOf({ memberId: id('member'), n: int });
const insertGifts = sql<never>(
  'funding.insertGifts',
  `insert into demo_gift (${GIFTS.columns}, at) select t.*, $1 from ${GIFTS.unnest('t', 2)}`,
);

interface Gift {
  readonly memberId: string;
  readonly n: number;
}

const giving = ({ memberId, n }: Gift, coinId: string): Journal => ({
  cause: { kind: 'demo-gift', id: `${memberId}.${n}` },
  actor: { kind: 'member', id: memberId },
  lines: [move({ house: 'outside', coinId }, { memberId, type: ACCOUNT_TYPE.funds, coinId }, GIFT)],
});

/** Gives demo members 10 000 USDT each, once in 24 hours (README.md). `coinId` finds USDT. */
export function giveDemoFunds(clock: Clock, coinId: () => string): LedgerCommand<string, Gift, null> {
  return defineCommand({
    name: 'funding.demo',
    shares: (memberIds) => [sharedMembers(memberIds)],
    async plan(tx, memberIds) {
      const asking = [...new Set(memberIds)];
      const [, given] = await Promise.all([tx.run(lockMembers, [asking]), tx.run(lastGifts, [asking])]);
      const last = new Map(given.map((row) => [row.member_id, { n: row.n, atMs: row.at.getTime() }]));
      const nowMs = clock.nowMs();
      return memberIds.map((memberId): Result<Plan<Gift>> => {
        const before = last.get(memberId);
        if (before && nowMs - before.atMs < DAY_MS) return refuse('already_given');
        const gift = { memberId, n: (before?.n ?? 0) + 1 };
        last.set(memberId, { n: gift.n, atMs: nowMs });
        return ok({ journals: [giving(gift, coinId())], planned: gift });
      });
    },
    record: (tx, gifts) => ({
      outcomes: gifts.map(() => null),
      commitsAfter: true,
      sent: tx.run(insertGifts, [new Date(clock.nowMs()), ...GIFTS.arrays(gifts)]),
    }),
  });
}
