import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLedger } from '../../ledger/index.ts';
import { sql } from '../../platform/db.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { optionAudits } from './audit.ts';
import { verifyOrder } from './verify-order.ts';

let world: OptionWorld;
let won: string;
let running: string;
const seqs = { entry: 0, middle: 0 };
let texts = 0;
const raw = (text: string) => sql<never>(`tamper.${(texts += 1)}`, text);

beforeAll(async () => {
  world = await openOptionWorld();
  const memberId = await world.staker('10000');
  world.market.setMark('btcusdt', '99');
  world.clock.advance(500);
  seqs.entry = world.market.setMark('btcusdt', '100').seq;
  world.clock.advance(500);
  won = await world.placed(memberId);
  running = await world.placed(memberId, { seconds: 600 });
  await world.draw('btcusdt');
  world.clock.advance(29_000);
  seqs.middle = world.market.setMark('btcusdt', '98').seq;
  world.clock.advance(500);
  world.market.setMark('btcusdt', '102');
  world.clock.advance(500);
  await world.settle();
  world.market.setMark('btcusdt', '102');
  await world.market.keep();
});
afterAll(() => world.close());

const undone = new Error('undone');
/** The ledger's own checks find more. */
const OWN = new Set(optionAudits.map(({ name }) => name));

/** Disables guards, in a transaction that is rolled back. */
const unguarded = [
  'alter table option_order disable trigger user',
  'alter table ledger_transfer disable trigger user',
  'alter table option_order drop constraint exit_mark_on_tape, drop constraint line_on_tape, drop constraint as_offered, drop constraint begins_by_its_rules',
];

/** Findings of the audit after a change with every guard disabled; then rolled back. */
async function foundAfter(...changes: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  await world.owner
    .transaction(async (tx) => {
      for (const change of [...unguarded, ...changes]) await tx.run(raw(change));
      const inside = { ...world.owner, snapshot: <T>(work: (same: typeof tx) => Promise<T>) => work(tx) };
      found.push(
        ...(await auditLedger(inside, optionAudits)).checks
          .filter(({ name, ok }) => !ok && OWN.has(name))
          .map(({ name }) => name),
      );
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found;
}

const HOLDS = 'each open option holds its stake and its win, each ended one neither';
const JOURNALS = 'each option was opened by one journal and, once ended, settled by one, to its owner';
const OUTCOMES = 'each option ended as the tape says, and not before it could be known';
const LINES = 'each line is the first mark after acceptance and its delay, on a market that was fresh';
const TERMS = 'each option was placed on the terms of its time, the same for all';

test('the audit is clean before any change', async () => {
  expect(await foundAfter()).toEqual([]);
});

test.each<[string, () => readonly string[], readonly string[]]>([
  [
    'a win made a loss by naming another tick',
    () => [
      `update option_order set exit_mark = ${seqs.middle}, exit_price = 98, outcome = 'lose', profit = -100 where id = ${won}`,
    ],
    [HOLDS, JOURNALS, OUTCOMES],
  ],
  [
    'a win made void',
    () => [
      `update option_order set exit_mark = null, exit_price = null, outcome = 'void', profit = 0 where id = ${won}`,
    ],
    [HOLDS, JOURNALS, OUTCOMES],
  ],
  [
    'the line moved to an older mark',
    () => [
      `update option_order set line_seq = t.seq, entry_price = t.price from mark t where t.market_id = 1 and t.price = 99 and option_order.id = ${won}`,
    ],
    [LINES],
  ],
  ['a line drawn earlier than agreed', () => [`update option_order set line_delay_ms = 1 where id = ${won}`], []],
  [
    'an expiry moved by a second',
    () => [`update option_order set expires_at = expires_at - interval '1 second' where id = ${won}`],
    [OUTCOMES, LINES],
  ],
  [
    'the line moved so that it lost',
    () => [`update option_order set direction = 2, outcome = 'lose', profit = -100 where id = ${won}`],
    [HOLDS, JOURNALS],
  ],
  [
    'a mark put in before the expiry',
    () => [
      `insert into mark select m.market_id, 900000, o.expires_at, 50, m.sources, false, m.previous, m.hash from mark m join option_order o on o.id = ${won} where m.market_id = 1 limit 1`,
    ],
    [OUTCOMES],
  ],
  [
    'what ended it held back afterwards',
    () => [`update mark set held = true where market_id = 1 and price = 102`],
    [OUTCOMES],
  ],
  [
    'a better rate for one',
    () => [`update option_order set rate = 0.9, winnings = 90, profit = 90 where id = ${won}`],
    [HOLDS, JOURNALS, TERMS],
  ],
  [
    'an option opened again',
    () => [
      `update option_order set status = 1, exit_mark = null, exit_price = null, outcome = null, profit = null, settled_at = null where id = ${won}`,
    ],
    [HOLDS, JOURNALS],
  ],
  ['an option that vanished', () => [`delete from option_order where id = ${won}`], [HOLDS, JOURNALS]],
  [
    'a stake given back while it runs',
    () => [`update ledger_hold set released = amount where kind = 'option-stake' and ref = ${running}`],
    [HOLDS],
  ],
  [
    'a payout no longer held',
    () => [`delete from ledger_hold where kind = 'option-payout' and ref = ${running}`],
    [HOLDS],
  ],
  [
    'a settlement posted for one that runs',
    () => [
      `insert into ledger_journal (id, cause_kind, cause_id, actor_kind, at) select 999999, 'option-settle', '${running}', 'clock', now()`,
    ],
    [JOURNALS],
  ],
  [
    'the money of a win sent to nobody',
    () => [
      `delete from ledger_transfer l using ledger_journal j where j.id = l.journal_id and j.cause_kind = 'option-settle' and l.hold_kind = 'option-payout'`,
    ],
    [JOURNALS],
  ],
  [
    'an end before the tape knew it',
    () => [`update mark_head set complete_to = complete_to - interval '1 hour'`],
    [OUTCOMES],
  ],
  ['terms that were different', () => [`update option_version_terms set rate = 0.5 where seconds = 30`], [TERMS]],
  ['terms from before they held', () => [`update option_terms_version set at = at + interval '1 day'`], [TERMS]],
])('the audit finds %s', async (_what, changes, found) => {
  expect(await foundAfter(...changes())).toEqual(found);
});

test('verifying finds an option that ended by another tick than the last', async () => {
  expect(await verifyOrder(world.db, won)).toMatchObject({
    proof: { holds: true, steps: { chain: true, entry: true, exit: true, outcome: true, profit: true } },
  });
  let found: Awaited<ReturnType<typeof verifyOrder>> = 'unknown';
  await expect(
    world.owner.transaction(async (tx) => {
      for (const each of unguarded) await tx.run(raw(each));
      await tx.run(
        raw(
          `update option_order set exit_mark = ${seqs.middle}, exit_price = 98, outcome = 'lose', profit = -100 where id = ${won}`,
        ),
      );
      found = await verifyOrder(tx, won);
      throw undone;
    }),
  ).rejects.toBe(undone);
  expect(found).toMatchObject({
    proof: { holds: false, steps: { chain: true, entry: true, exit: false, outcome: false, profit: false } },
  });
});

test('an open or unknown option cannot be verified', async () => {
  expect(await verifyOrder(world.db, running)).toBe('open');
  expect(await verifyOrder(world.db, '7')).toBe('unknown');
});
