import type { Notice, OptionOrder, SpotOrder } from '@plimsoll/contract';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { SPOT_STATUS } from '@plimsoll/contract/codes/spot';
import type { Decided } from '../assets/index.ts';
import type { Result } from './results.ts';

/** Something that came about, and when. */
export interface Event {
  readonly atMs: number;
  readonly what: Result | { readonly kind: 'notice'; readonly notice: Notice };
}

/** Newest rows of what may have come about; undefined while it is on its way. */
export interface Newest {
  readonly options: readonly OptionOrder[] | undefined;
  readonly orders: readonly SpotOrder[] | undefined;
  readonly funding: readonly Decided[];
  readonly notices: readonly Notice[] | undefined;
}

const at = (time: string): number => Date.parse(time);

/** What came about after a moment: options that ended, orders filled whole, deposits and withdrawals decided, and notices; the newest first. */
export function eventsSince(
  { options = [], orders = [], funding, notices = [] }: Newest,
  sinceMs: number,
): readonly Event[] {
  const all: readonly Event[] = [
    ...options.flatMap((order): readonly Event[] =>
      order.outcome === null || order.selltime === null
        ? []
        : [{ atMs: at(order.selltime), what: { kind: 'option', order } }],
    ),
    ...orders.flatMap((order): readonly Event[] =>
      order.status === SPOT_STATUS.completed && order.tradetime !== null
        ? [{ atMs: at(order.tradetime), what: { kind: 'order', order } }]
        : [],
    ),
    ...funding
      .filter(({ record }) => record.status !== RECORD_STATUS.pending)
      .map((decided): Event => ({ atMs: at(decided.record.updatetime), what: { kind: 'funding', decided } })),
    ...notices.map((notice): Event => ({ atMs: at(notice.addtime), what: { kind: 'notice', notice } })),
  ];
  return all.filter(({ atMs }) => atMs > sinceMs).toSorted((a, b) => b.atMs - a.atMs);
}
