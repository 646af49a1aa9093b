import { ZERO, minus, plus, type Amount, type Price } from '@plimsoll/money';
import type { Fill } from '@plimsoll/rules';
import { amountOf, count, id } from '../../platform/db-columns.ts';
import { rowsOf, type RowOf } from '../../platform/db-rows.ts';
import { sql, type Tx } from '../../platform/db.ts';
import { worthOf, type Terms } from './dealing.ts';
import type { Order } from './order.ts';

const HOUR_MS = 3_600_000;

/** The hour of a moment, as keys' sums are kept: hours since 1970. */
export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS);

const HOURS = rowsOf({ keyId: id('key'), hour: count, coinId: id('coin'), net: amountOf, dealt: amountOf });
type KeyHour = RowOf<typeof HOURS>;

// In one order of rows, so that two processes never wait for one another. Of keys without caps, which they never get,
// nothing is kept.
const note = sql<never>(
  'spot.noteKeyHours',
  `
  insert into spot_key_hour as k (${HOURS.columns}) select t.* from ${HOURS.unnest('t', 1)}
  where exists (select from api_key a where a.id = t.key_id and num_nonnulls(a.day_cap, a.loss_cap) > 0)
  order by t.key_id, t.hour, t.coin_id
  on conflict (key_id, hour, coin_id) do update set net = k.net + excluded.net, dealt = k.dealt + excluded.dealt`,
);

/** What fills of an order brought in and took, by coin, less the fee. */
export function netOf(
  { side, market }: Pick<Order, 'side' | 'market'>,
  { quantity, paid, fee }: Pick<Fill, 'quantity' | 'paid' | 'fee'>,
): readonly (readonly [coinId: string, net: Amount])[] {
  const buys = side === 'buy';
  return [
    [market.base.id, buys ? minus(quantity, fee) : minus(ZERO, quantity)],
    [market.quote.id, buys ? minus(ZERO, paid) : minus(paid, fee)],
  ];
}

interface Filled {
  readonly order: Order;
  readonly fills: readonly Fill[];
  readonly terms: Terms;
}

/** What fills add to the sums of the keys that placed their orders. */
export function keyHoursOf(filled: readonly Filled[], atMs: number): KeyHour[] {
  const sums = new Map<string, KeyHour>();
  const hour = hourOf(atMs);
  const add = (row: KeyHour): void => {
    const name = `${row.keyId} ${row.coinId}`;
    const before = sums.get(name);
    sums.set(name, before ? { ...row, net: plus(before.net, row.net), dealt: plus(before.dealt, row.dealt) } : row);
  };
  for (const { order, fills, terms } of filled) {
    const { keyId } = order;
    if (keyId === null) continue;
    for (const fill of fills) {
      for (const [coinId, net] of netOf(order, fill))
        add({
          keyId,
          hour,
          coinId,
          net,
          dealt: coinId === order.market.quote.id ? worthOf(fill.paid, terms.quotePrice) : ZERO,
        });
    }
  }
  return [...sums.values()];
}

/** What stakes add to the sums of the keys that placed their options: each is dealt, and lost. */
export const keyHoursOfStakes = (
  stakes: readonly { readonly keyId: string | null; readonly coinId: string; readonly stake: Amount }[],
  { atMs, priceOf }: { readonly atMs: number; readonly priceOf: (coinId: string) => Price | undefined },
): KeyHour[] => {
  const sums = new Map<string, KeyHour>();
  for (const { keyId, coinId, stake } of stakes) {
    const each = priceOf(coinId);
    if (keyId === null) continue;
    const before = sums.get(`${keyId} ${coinId}`) ?? { keyId, hour: hourOf(atMs), coinId, net: ZERO, dealt: ZERO };
    const dealt = each === undefined ? before.dealt : plus(before.dealt, worthOf(stake, each));
    sums.set(`${keyId} ${coinId}`, { ...before, net: minus(before.net, stake), dealt });
  }
  return [...sums.values()];
};

/** Adds to keys' sums, in the transaction of their fills. */
export async function noteKeyHours(tx: Tx, hours: readonly KeyHour[]): Promise<void> {
  if (hours.length > 0) await tx.run(note, HOURS.arrays(hours));
}
