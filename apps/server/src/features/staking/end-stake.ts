import { ok, refuse, type Answer, type Result } from '@plimsoll/contract';
import { STAKE_STATUS, STAKING_TYPE } from '@plimsoll/contract/codes/staking';
import { format, type Amount } from '@plimsoll/money';
import { defineCommand, LOCK_RANK, type GroupedWriter, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import { stakeAccrued } from '@plimsoll/rules';
import type { Clock } from '../../platform/clock.ts';
import type { Query, Tx } from '../../platform/db.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import { ending as atEnd, redeeming } from './postings.ts';
import { endStakes, lockStakes, readDue, type StakeToEnd } from './store.ts';

/** How a stake ends: redeemed by its member, or at its end. */
interface Ending {
  readonly id: string;
  /** Who redeems; null for the clock. */
  readonly by: string | null;
}
interface Planned {
  readonly stake: StakeToEnd;
  readonly status: 1 | 2;
  readonly paid: Amount;
  readonly atMs: number;
}
/** It has ended, or is not due: nothing was done. */
const LATE = 'late';

const notificationOf = ({ stake: { memberId, amount, coin }, paid }: Planned): Notification => ({
  memberId,
  kind: 'stake-ended',
  params: { amount: format(amount), revenue: format(paid), coin },
});

async function write(tx: Tx, done: readonly Planned[], nowMs: number): Promise<void> {
  if (done.length === 0) return;
  await Promise.all([
    endStakes(
      tx,
      done.map(({ stake: { id }, status, paid, atMs }) => ({ id, status, paid, atMs })),
    ),
    notifyMember(tx, done.filter(({ status }) => status === STAKE_STATUS.ended).map(notificationOf), nowMs),
  ]);
}

/**
 * Redeems and ends stakes, each once: before its end a stake can only be redeemed, from then on only end. One command
 * for both, so that they see each other within a batch; across processes the row's lock decides.
 */
function ending(clock: Clock): LedgerCommand<Ending, Planned | typeof LATE, Answer<'redeemStaking'> | typeof LATE> {
  return defineCommand({
    name: 'staking.end',
    rank: LOCK_RANK.records,
    async plan(tx, endings) {
      const stakes = await lockStakes(
        tx,
        endings.map(({ id }) => id),
      );
      const atMs = clock.nowMs();
      const handled = new Set<string>();
      return endings.map(({ id, by }): Result<Plan<Planned | typeof LATE>> => {
        const stake = stakes.get(id);
        if (!stake || (by !== null && stake.memberId !== by)) return refuse('not_found');
        if (by !== null && stake.type !== STAKING_TYPE.flexible) return refuse('stake_fixed');
        const isOpen = stake.status === STAKE_STATUS.active && !handled.has(id);
        const isDue = stake.endsAtMs <= atMs;
        if (!isOpen || isDue === (by !== null))
          return by === null ? ok({ journals: [], planned: LATE }) : refuse('stake_ended');
        handled.add(id);
        if (by === null)
          return ok({
            journals: [atEnd(stake)],
            planned: { stake, status: STAKE_STATUS.ended, paid: stake.revenue, atMs },
          });
        const paid = stakeAccrued(stake, atMs);
        return ok({
          journals: [redeeming(stake, paid)],
          planned: { stake, status: STAKE_STATUS.redeemed, paid, atMs },
        });
      });
    },
    record: (tx, all) => ({
      outcomes: all.map((each) => (each === LATE ? LATE : { total_revenue: format(each.paid) })),
      sent: write(
        tx,
        all.filter((each) => each !== LATE),
        clock.nowMs(),
      ),
    }),
  });
}

/** Ends of one batch. */
const MAX_BATCH_SIZE = 500;

/** The two ends of a stake. */
export interface Endings {
  /**
   * Handles `redeemStaking`: another member's is `not_found`, a fixed one `stake_fixed`, an ended or due one
   * `stake_ended`.
   */
  redeem(memberId: string, id: string, claim?: IdempotencyClaim): Promise<Result<Answer<'redeemStaking'>>>;
  /** Ends a batch of those due at `nowMs`; the number ended. A failure does not block the others. */
  endDue(nowMs: number): Promise<number>;
}

/** Makes both ends of stakes. */
export function openEndings({
  db,
  writer,
  clock,
}: {
  readonly db: Query;
  readonly writer: GroupedWriter;
  readonly clock: Clock;
}): Endings {
  const command = ending(clock);
  return {
    async redeem(memberId, id, claim) {
      const ended = await writer.submit(command, { id, by: memberId }, claim);
      if (!ended.ok) return ended;
      // LATE is the clock's result; a member is refused instead.
      return ended.value === LATE ? refuse('stake_ended') : ok(ended.value);
    },
    async endDue(nowMs) {
      const ids = await readDue(db, nowMs, MAX_BATCH_SIZE);
      const ends = await Promise.allSettled(ids.map((id) => writer.submit(command, { id, by: null })));
      const ended = ends.filter(
        (each) => each.status === 'fulfilled' && each.value.ok && each.value.value !== LATE,
      ).length;
      const failed = ends.find((each) => each.status === 'rejected');
      if (ended === 0 && failed) throw failed.reason;
      return ended;
    },
  };
}
