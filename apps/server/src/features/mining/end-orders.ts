import { ok, refuse, type Result } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import { defineCommand, LOCK_RANK, type GroupedWriter, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import { ending } from './postings.ts';
import { endOrders, lockOrders, readDue, type OrderToEnd } from './store.ts';

/** Orders of one batch. */
const MAX_BATCH_SIZE = 500;

const notificationOf = ({ memberId, amount, revenue, coin }: OrderToEnd): Notification => ({
  memberId,
  kind: 'mining-ended',
  params: { amount: format(amount), revenue: format(revenue), coin },
});

/** Releases principals of orders whose days are over and paid; others are left. */
const endsOrders = (clock: Clock): LedgerCommand<string, OrderToEnd | null, boolean> =>
  defineCommand({
    name: 'mining.end',
    rank: LOCK_RANK.records,
    async plan(tx, ids) {
      const orders = await lockOrders(tx, ids);
      const nowMs = clock.nowMs();
      return ids.map((id, index): Result<Plan<OrderToEnd | null>> => {
        const order = orders.get(id);
        if (!order) return refuse('not_found');
        const isDue = order.isOpen && order.endsAtMs <= nowMs && order.isPaid && ids.indexOf(id) === index;
        return ok(isDue ? { journals: [ending(order)], planned: order } : { journals: [], planned: null });
      });
    },
    record(tx, all) {
      const ended = all.filter((each) => each !== null);
      const nowMs = clock.nowMs();
      return {
        outcomes: all.map((each) => each !== null),
        sent:
          ended.length === 0
            ? Promise.resolve()
            : Promise.all([
                endOrders(
                  tx,
                  ended.map(({ id }) => id),
                  nowMs,
                ),
                notifyMember(tx, ended.map(notificationOf), nowMs),
              ]),
      };
    },
  });

/** Ends a batch of orders due at `nowMs`; the number ended. A failure does not block the others. */
export function endsDue({
  db,
  paying,
  clock,
}: {
  readonly db: Query;
  readonly paying: GroupedWriter;
  readonly clock: Clock;
}): (nowMs: number) => Promise<number> {
  const command = endsOrders(clock);
  return async (nowMs) => {
    const ids = await readDue(db, nowMs, MAX_BATCH_SIZE);
    const ends = await Promise.allSettled(ids.map((id) => paying.submit(command, id)));
    const ended = ends.filter((each) => each.status === 'fulfilled' && each.value.ok && each.value.value).length;
    const failed = ends.find((each) => each.status === 'rejected');
    if (ended === 0 && failed) throw failed.reason;
    return ended;
  };
}
