import { SPOT_STATUS } from '@plimsoll/contract';
import { amount, sum, type Amount } from '@plimsoll/money';
import type { Clock } from '../../../platform/clock.ts';
import type { FillRow } from '../htx/order-store.ts';
import type { BalanceNews, OrderNews } from './private-news.ts';
import { balanceOf, cancellationOf, clearingOf, creationOf, fillsUpTo, tradeOf, type HeldNow } from './pushed.ts';
import { ALL, type PrivateTopic } from './topics.ts';

/** Orders of which it is known how far they were reported; of earlier ones what is newer than the login is. */
const MAX_KNOWN = 5_000;

interface KnownOrder {
  /** How many of its fills were reported or are not to be, and their sum. */
  fills: number;
  filled: Amount;
  isEnded: boolean;
}

/** What a connection follows, and how far each order was reported to it. */
export class Following {
  readonly #clock: Clock;
  readonly #send: (message: object) => void;
  readonly #topics = new Map<string, PrivateTopic>();
  readonly #known = new Map<string, KnownOrder>();
  #sinceMs: number | undefined;
  #seq = 0;

  constructor(clock: Clock, send: (message: object) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  get size(): number {
    return this.#topics.size;
  }

  get hasBegun(): boolean {
    return this.#sinceMs !== undefined;
  }

  begin(): void {
    this.#sinceMs = this.#clock.nowMs();
  }

  end(): void {
    this.#sinceMs = undefined;
    this.#topics.clear();
  }

  follows(name: string): boolean {
    return this.#topics.has(name);
  }

  follow(name: string, topic: PrivateTopic): void {
    this.#topics.set(name, topic);
  }

  unfollow(name: string): boolean {
    return this.#topics.delete(name);
  }

  /** Reports what is new of an order: that it was made, each fill, that it was cancelled. */
  order({ order, fills }: OrderNews): void {
    const known = this.#knownOf(order, fills);
    if (known.isNew) this.#push('orders', order.symbol, creationOf(order));
    for (const each of fillsUpTo(fills, known.state.fills, known.state.filled)) {
      known.state.filled = each.filled;
      this.#push('orders', order.symbol, tradeOf(order, each));
      this.#push('trades', order.symbol, clearingOf(order, each));
    }
    known.state.fills = Math.max(known.state.fills, fills.length);
    if (order.status === SPOT_STATUS.cancelled && !known.state.isEnded) {
      known.state.isEnded = true;
      const cancelled = cancellationOf(order);
      this.#push('orders', order.symbol, cancelled);
      this.#push('trades', order.symbol, cancelled, '1');
    }
  }

  /** Reports a balance. */
  balance(memberId: string, news: BalanceNews): void {
    for (const [name, topic] of this.#topics)
      if (topic.about === 'balance') this.#pushBalance(memberId, name, news, false);
  }

  /** Reports a balance as it is at a subscription. */
  greet(memberId: string, name: string, held: HeldNow): void {
    if (this.#topics.has(name)) this.#pushBalance(memberId, name, held, true);
  }

  #pushBalance(memberId: string, name: string, held: HeldNow, isFirst: boolean): void {
    this.#seq += 1;
    const atMs = this.#clock.nowMs();
    this.#send({ action: 'push', ch: name, data: balanceOf(memberId, held, { atMs, seq: this.#seq, isFirst }) });
  }

  #push(about: 'orders' | 'trades', symbol: string, data: object, mode?: '1'): void {
    for (const [name, topic] of this.#topics) {
      if (topic.about !== about || (topic.symbol !== symbol && topic.symbol !== ALL)) continue;
      if (mode !== undefined && topic.about === 'trades' && topic.mode !== mode) continue;
      this.#send({ action: 'push', ch: name, data });
    }
  }

  #knownOf(
    { id, placed_at }: OrderNews['order'],
    fills: readonly FillRow[],
  ): { readonly state: KnownOrder; readonly isNew: boolean } {
    const found = this.#known.get(id);
    if (found) return { state: found, isNew: false };
    const sinceMs = this.#sinceMs ?? 0;
    const isNew = placed_at.getTime() >= sinceMs;
    const earlier = isNew ? [] : fills.filter(({ at }) => at.getTime() < sinceMs);
    const filled = sum(earlier.map(({ quantity }) => amount(quantity)));
    const state = { fills: earlier.length, filled, isEnded: false };
    if (this.#known.size >= MAX_KNOWN) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    this.#known.set(id, state);
    return { state, isNew };
  }
}
