import { ok, refuse, type Answer, type Result } from '@plimsoll/contract';
import { STAKE_STATUS, STAKING_TYPE } from '@plimsoll/contract/codes/staking';
import { format, type Amount } from '@plimsoll/money';
import { defineCommand, type GroupedWriter, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import { stakeAccrued } from '@plimsoll/rules';
import type { Clock } from '../../platform/clock.ts';
import type { Query, Tx } from '../../platform/db.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import { ending as atEnd, redeeming } from './postings.ts';
import { endStakes, lockStakes, readDue, type StakeToEnd } from './store.ts';

/** How a stake is to end: redeemed by a member, or because it is time. */
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
/** It has ended already, or it is not time: nothing was done. */
const LATE = 'late';

const told = ({ stake: { memberId, amount, coin }, paid }: Planned): Notification => ({
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
    notifyMember(tx, done.filter(({ status }) => status === STAKE_STATUS.ended).map(told), nowMs),
  ]);
}

/**
 * Redeems stakes and lets them end, each once: before its time a stake can only be redeemed, from then on only end,
 * late or not. The two are one command, so that they see each other within a batch; across batches and processes the
 * row's lock decides.
 */
function ending(clock: Clock): LedgerCommand<Ending, Planned | typeof LATE, Answer<'redeemStaking'> | typeof LATE> {
  return defineCommand({
    name: 'staking.end',
    async plan(tx, endings) {
      const stakes = await lockStakes(
        tx,
        endings.map(({ id }) => id),
      );
      const atMs = clock.nowMs();
      const taken = new Set<string>();
      return endings.map(({ id, by }): Result<Plan<Planned | typeof LATE>> => {
        const stake = stakes.get(id);
        if (!stake || (by !== null && stake.memberId !== by)) return refuse('not_found');
        if (by !== null && stake.type !== STAKING_TYPE.flexible) return refuse('stake_fixed');
        const isOpen = stake.status === STAKE_STATUS.active && !taken.has(id);
        const isDue = stake.endsAtMs <= atMs;
        if (!isOpen || isDue === (by !== null))
          return by === null ? ok({ journals: [], planned: LATE }) : refuse('stake_ended');
        taken.add(id);
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

/** The two ways in which stakes end. */
export interface Endings {
  /**
   * What a member asks with `redeemStaking`: another's is `not_found`, a fixed one `stake_fixed`, one that has ended or
   * should have `stake_ended`.
   */
  redeem(memberId: string, id: string, claim?: IdempotencyClaim): Promise<Result<Answer<'redeemStaking'>>>;
  /** Lets a batch of those end that are due at `nowMs`; answers how many did. What fails does not keep the others. */
  endDue(nowMs: number): Promise<number>;
}

/** Opens both ends of what is staked. */
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
      // Only the clock comes late: a member is refused instead.
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
