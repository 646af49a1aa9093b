import type { Refusal } from '@plimsoll/contract';
import { KEY_CAP_HOURS } from '@plimsoll/contract/figures';
import { amount, formatShort, minus, notional, plus, ZERO, type Amount, type Price } from '@plimsoll/money';
import type { Fill } from '@plimsoll/rules';
import { LOCK_RANK, type SharedLock, type SharedNames } from '../../ledger/index.ts';
import type { Book } from '../../market/index.ts';
import { sql, type Tx } from '../../platform/db.ts';
import { hourOf, netOf } from './key-hours.ts';
import type { Order } from './order.ts';

interface KeyRow {
  id: string;
  day_cap: string | null;
  loss_cap: string | null;
  alive: boolean;
}
const lock = sql<KeyRow>(
  'spot.lockKeys',
  `
  select id, day_cap, loss_cap, ended_at is null and (expires_at is null or expires_at > $2) as alive
  from api_key where id = any($1) order by id for no key update`,
);
const lockFirst = sql<never>(
  'spot.lockKeysFirst',
  'select from api_key where id = any($1::bigint[]) order by id for no key update',
);
const KEYS: SharedLock = { rank: LOCK_RANK.keys, lock: (tx, ids) => tx.run(lockFirst, [ids]) };
/** The keys that {@link openKeyCaps} locks. */
export const sharedKeys = (inputs: readonly { readonly key?: CappedKey | undefined }[]): SharedNames => ({
  of: KEYS,
  names: inputs.flatMap(({ key }) => key?.id ?? []),
});

// A statement of its own: it sees what was committed before the lock was granted. Open orders are many, so those of
// keys without caps are not read.
const sums = sql<{ key_id: string; coin_id: string; net: string; dealt: string; open: string }>(
  'spot.keySums',
  `
  with capped as materialized (
    select id from api_key where id = any($1) and (day_cap is not null or loss_cap is not null)
  )
  select s.key_id, s.coin_id, sum(s.net) as net, sum(s.dealt) as dealt, sum(s.open) as open from (
    select h.key_id, h.coin_id, h.net, h.dealt, 0 as open from capped k join spot_key_hour h on h.key_id = k.id
    where h.hour >= $2
    union all
    select o.key_id, m.quote_coin, 0, 0, ceil(o.limit_price::numeric * (o.quantity::numeric - o.filled) * 1e8) / 1e8
    from capped k join spot_order o on o.key_id = k.id join market m on m.id = o.market_id where o.status = 1
  ) s
  group by s.key_id, s.coin_id`,
);

interface Standing {
  readonly isAlive: boolean;
  readonly dayCap: Amount | null;
  readonly lossCap: Amount | null;
  /** Dealt for within a day, and what open orders may still come to, in USDT; undefined while a coin has no price. */
  used: Amount | undefined;
  readonly net: Map<string, Amount>;
}

interface CapTerms {
  readonly nowMs: number;
  readonly priceOf: (coinId: string) => Price | undefined;
}

interface Counted {
  readonly order: Order;
  readonly after: Order;
  readonly fills: readonly Fill[];
}

/** Caps of programs' keys, locked until the transaction ends and counted order by order within it (RULES 7.7). */
export interface KeyCaps {
  /** Why an order's key may not place it; undefined when it may. `book` is the snapshot that it meets. */
  refused(order: Order, book: Book | undefined): Refusal | undefined;
  /** Why a key may not stake so much of a coin; a stake counts as lost, whatever becomes of it. */
  refusedStake(stake: Staked): Refusal | undefined;
  /** Counts a stake for those that follow. */
  countStake(stake: Staked): void;
  /** Counts a planned order for those that follow. */
  count(planned: Counted): void;
}

/** What a key stakes on an option; null: the member does. */
export interface Staked {
  readonly keyId: string | null;
  readonly coinId: string;
  readonly stake: Amount;
}

const UNCAPPED: KeyCaps = {
  refused: () => undefined,
  count: () => {},
  refusedStake: () => undefined,
  countStake: () => {},
};

/** A program's key, by which caps are read. */
export interface CappedKey {
  readonly id: string;
  /** Whether it has caps, which it keeps as they were made; without, no sums are read. */
  readonly isCapped: boolean;
}

/** Keys' standings in open transactions: orders and options of one batch count in the same. */
const opened = new WeakMap<Tx, Map<string, Standing>>();

/** Locks and reads the keys of these orders, each once in a transaction. Nothing is read where no order has one. */
export async function openKeyCaps(
  tx: Tx,
  inputs: readonly { readonly key?: CappedKey | undefined }[],
  terms: CapTerms,
): Promise<KeyCaps> {
  const standings = opened.get(tx) ?? new Map<string, Standing>();
  opened.set(tx, standings);
  const keyed = inputs.flatMap(({ key }) => key ?? []);
  const unread = keyed.filter(({ id }) => !standings.has(id));
  const ids = [...new Set(unread.map(({ id }) => id))];
  if (ids.length > 0) {
    const areCapped = unread.some(({ isCapped }) => isCapped);
    const [keys, rows] = await Promise.all([
      tx.run(lock, [ids, new Date(terms.nowMs)]),
      areCapped ? tx.run(sums, [ids, hourOf(terms.nowMs) - KEY_CAP_HOURS]) : [],
    ]);
    for (const key of keys) {
      const own = rows.filter((row) => row.key_id === key.id);
      standings.set(key.id, standingOf(key, own, terms));
    }
  }
  return keyed.length > 0 ? new Caps(standings, terms) : UNCAPPED;
}

function standingOf(
  { alive, day_cap, loss_cap }: KeyRow,
  rows: readonly { readonly coin_id: string; readonly net: string; readonly dealt: string; readonly open: string }[],
  { priceOf }: CapTerms,
): Standing {
  let used: Amount | undefined = ZERO;
  for (const { coin_id, dealt, open } of rows) {
    const openWorth: Amount | undefined = worthIn(amount(open), priceOf(coin_id));
    used = used === undefined || openWorth === undefined ? undefined : plus(used, plus(amount(dealt), openWorth));
  }
  return {
    isAlive: alive,
    dayCap: day_cap === null ? null : amount(day_cap),
    lossCap: loss_cap === null ? null : amount(loss_cap),
    used,
    net: new Map(rows.map(({ coin_id, net }) => [coin_id, amount(net)])),
  };
}

/** A quantity in USDT, rounded up; undefined without a price, except of nothing. */
const worthIn = (quantity: Amount, each: Price | undefined): Amount | undefined =>
  quantity === 0n ? ZERO : each && notional(each, quantity, 'up');

/** What an order may come to at most, in its quote. */
function mostOf({ side, limit, quantity, budget }: Order, book: Book | undefined): Amount {
  if (budget !== null) return budget;
  const price = limit === null || side === 'sell' ? (book?.bids[0]?.price ?? limit) : limit;
  const atLeast = limit !== null && price !== null && price < limit ? limit : price;
  return atLeast === null || quantity === null ? ZERO : notional(atLeast, quantity, 'up');
}

class Caps implements KeyCaps {
  readonly #keys: ReadonlyMap<string, Standing>;
  readonly #terms: CapTerms;

  constructor(keys: ReadonlyMap<string, Standing>, terms: CapTerms) {
    this.#keys = keys;
    this.#terms = terms;
  }

  refused(order: Order, book: Book | undefined): Refusal | undefined {
    return this.#refused(order.keyId, () => worthIn(mostOf(order, book), this.#terms.priceOf(order.market.quote.id)));
  }

  refusedStake({ keyId, coinId, stake }: Staked): Refusal | undefined {
    return this.#refused(keyId, () => worthIn(stake, this.#terms.priceOf(coinId)));
  }

  countStake({ keyId, coinId, stake }: Staked): void {
    const key = keyId === null ? undefined : this.#keys.get(keyId);
    if (!key) return;
    key.net.set(coinId, minus(key.net.get(coinId) ?? ZERO, stake));
    const worth = worthIn(stake, this.#terms.priceOf(coinId));
    key.used = key.used === undefined || worth === undefined ? undefined : plus(key.used, worth);
  }

  #refused(keyId: string | null, worthOfDeal: () => Amount | undefined): Refusal | undefined {
    if (keyId === null) return undefined;
    const key = this.#keys.get(keyId);
    // Ended since the request was let in.
    if (!key?.isAlive) return { reason: 'login_required' };
    const { dayCap, lossCap, used } = key;
    if (lossCap !== null) {
      const lost = this.#lostBy(key);
      if (lost === undefined) return { reason: 'house_limit' };
      if (lost >= lossCap)
        return { reason: 'daily_loss_limit', params: { maximum: formatShort(lossCap), coin: 'USDT' } };
    }
    if (dayCap === null) return undefined;
    const worth = worthOfDeal();
    // What cannot be limited is not dealt.
    if (worth === undefined || used === undefined) return { reason: 'house_limit' };
    if (plus(used, worth) <= dayCap) return undefined;
    const left = used < dayCap ? minus(dayCap, used) : ZERO;
    return {
      reason: 'daily_limit',
      params: { maximum: formatShort(dayCap), left: formatShort(left) },
    };
  }

  count({ order, after, fills }: Counted): void {
    const key = order.keyId === null ? undefined : this.#keys.get(order.keyId);
    if (!key) return;
    const price = this.#terms.priceOf(order.market.quote.id);
    let quote = ZERO;
    for (const fill of fills) {
      quote = plus(quote, fill.paid);
      for (const [coinId, net] of netOf(order, fill)) key.net.set(coinId, plus(key.net.get(coinId) ?? ZERO, net));
    }
    if (after.status === 'open' && after.limit !== null && after.quantity !== null)
      quote = plus(quote, notional(after.limit, minus(after.quantity, after.filled), 'up'));
    const worth = worthIn(quote, price);
    key.used = key.used === undefined || worth === undefined ? undefined : plus(key.used, worth);
  }

  /** What its fills within a day lost at the last prices, in USDT; negative for a gain, undefined without a price. */
  #lostBy({ net }: Standing): Amount | undefined {
    let lost = ZERO;
    for (const [coinId, quantity] of net) {
      const owes = quantity < ZERO;
      const worth = worthIn(owes ? minus(ZERO, quantity) : quantity, this.#terms.priceOf(coinId));
      if (worth === undefined) return undefined;
      lost = owes ? plus(lost, worth) : minus(lost, worth);
    }
    return lost;
  }
}
