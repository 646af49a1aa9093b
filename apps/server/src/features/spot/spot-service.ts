import { ok, refuse, type Answer, type Input, type OrderInput, type Result } from '@plimsoll/contract';
import type { Amount, Rate } from '@plimsoll/money';
import type { GroupedWriter } from '../../ledger/index.ts';
import type { Market, MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { rolledBack, type Db } from '../../platform/db.ts';
import { FairTurns } from '../../platform/fair-turns.ts';
import type { Log } from '../../platform/log.ts';
import { cancelOrders, planCancellations } from './cancel-order.ts';
import { previewOrder, type OrderPreview } from './preview-order.ts';
import { checkOrder, type CheckTerms, type Ordered } from './check-order.ts';
import { HouseLimits } from './dealing.ts';
import { Depth } from './book-snapshots.ts';
import { moveOrders } from './move-order.ts';
import { placeOrders, type PlaceDeps, type Placing } from './place-order.ts';
import type { Order } from './order.ts';
import type { SpotLimits } from './position.ts';
import { findOrder } from './store.ts';
import { Sweeper } from './sweeper.ts';
import { TradableBooks } from './tradable-books.ts';

export interface SpotSettings {
  readonly freshSeconds: () => number;
  /** Fee of markets without one of their own. */
  readonly spotFee: () => Rate;
  readonly maxOpenOrders: () => number | null;
  readonly priceBand: () => Rate;
  readonly depthRecovery: () => number;
  readonly limits: () => SpotLimits;
}

export interface SpotDeps {
  readonly db: Db;
  readonly market: MarketData;
  readonly writer: GroupedWriter;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly settings: SpotSettings;
}

/** Places and cancels members' orders, and fills resting ones at every new snapshot (RULES 3). */
export class SpotService {
  readonly sweeper: Sweeper;
  readonly depth: Depth;
  readonly limits: HouseLimits;
  readonly #deps: SpotDeps;
  /** What new orders and exchanges meet. */
  readonly books: TradableBooks;
  readonly #dealing: PlaceDeps;
  /** Plans wait for locks on one connection at most; members take turns. */
  readonly #plans = new FairTurns();
  readonly #place: ReturnType<typeof placeOrders>;
  readonly #move: ReturnType<typeof moveOrders>;
  readonly #cancel: ReturnType<typeof cancelOrders>;

  constructor(deps: SpotDeps) {
    const { market, writer, clock, log, settings } = deps;
    this.#deps = deps;
    this.books = new TradableBooks(market, clock, settings.freshSeconds);
    this.depth = new Depth(clock, {
      recoveryMs: () => settings.depthRecovery() * 1000,
      freshSeconds: settings.freshSeconds,
    });
    this.limits = new HouseLimits({ market, clock, limits: settings.limits });
    const dealing = { books: this.books, depth: this.depth, limits: this.limits, clock, market };
    this.#dealing = dealing;
    this.sweeper = new Sweeper({ ...dealing, market, writer, log });
    this.#place = placeOrders(dealing);
    this.#move = moveOrders(dealing);
    this.#cancel = cancelOrders(clock);
  }

  /** Places an order; `key` of a member's program's. */
  async place(
    memberId: string,
    input: OrderInput,
    claim?: IdempotencyClaim,
    key?: Placing['key'],
  ): Promise<Result<Answer<'upbbbuy'>>> {
    const market = this.#deps.market.byId(input.m_id);
    if (!market) return refuse('not_found');
    const checked = checkOrder(input, this.#checkTerms(market));
    if (!checked.ok) return checked;
    const placing = { ...this.#placing(memberId, input, { market, key }), ordered: checked.value };
    return this.#deps.writer.submit(this.#place, placing, claim);
  }

  /** What an order would come to, and everything that refuses it (WIRE spot.planOrder). Nothing is placed. */
  async preview(memberId: string, input: OrderInput, key?: Placing['key']): Promise<Result<OrderPreview>> {
    const market = this.#deps.market.byId(input.m_id);
    if (!market) return refuse('not_found');
    const terms = this.#checkTerms(market);
    const placing = this.#placing(memberId, input, { market, key });
    const deps = { ...this.#dealing, db: this.#deps.db, terms };
    const preview = await this.#plans.inTurn(memberId, () => previewOrder(input, placing, deps));
    return preview ? ok(preview) : refuse('too_many_requests', { seconds: '1' });
  }

  /** The share of fills that an order would pay now; undefined of an unknown market. */
  feeRateOn(marketId: string): Rate | undefined {
    const market = this.#deps.market.byId(marketId);
    return market && this.#feeRateOf(market);
  }

  #feeRateOf(market: Market): Rate {
    return market.spotFee ?? this.#deps.settings.spotFee();
  }

  #checkTerms(market: Market): CheckTerms {
    return { market, book: this.books.of(market.id), priceBand: this.#deps.settings.priceBand() };
  }

  #placing(
    memberId: string,
    input: OrderInput,
    { market, key }: { readonly market: Market; readonly key: Placing['key'] },
  ): Omit<Placing, 'ordered'> {
    const { settings } = this.#deps;
    return {
      memberId,
      market,
      feeRate: this.#feeRateOf(market),
      maxOpen: settings.maxOpenOrders(),
      ...(input.mode === 'limit' && input.kind ? { kind: input.kind } : {}),
      key,
    };
  }

  /** Moves an open limit order to another price; when that is refused it stays as it was. */
  async move(
    memberId: string,
    { bb_id: orderId, price }: Input<'trademoveOrder'>,
    claim?: IdempotencyClaim,
  ): Promise<Result<Answer<'trademoveOrder'>>> {
    const { db, market: markets, writer, settings } = this.#deps;
    const found = await findOrder(db, memberId, orderId);
    if (!found) return refuse('not_found');
    const market = markets.byId(found.marketId);
    // Of a market order nothing is left to move.
    if (!market || found.rest === null) return refuse('order_not_open');
    const { side, rest, kind } = found;
    const check = (num: Amount): Result<Ordered> =>
      checkOrder(
        { m_id: market.id, side, mode: 'limit', price, num },
        { market, book: this.books.of(market.id), priceBand: settings.priceBand() },
      );
    const placing = {
      memberId,
      market,
      ordered: { side, limit: price, quantity: rest, budget: null },
      feeRate: this.#feeRateOf(market),
      // It takes the place of one.
      maxOpen: null,
      kind,
    };
    return writer.submit(this.#move, { orderId, placing, check }, claim);
  }

  /** What cancelling an order would release, or why it would be refused (WIRE spot.planCancel). */
  async previewCancel(memberId: string, orderId: string): Promise<Result<Order>> {
    const plans = await this.#plans.inTurn(memberId, () =>
      rolledBack(this.#deps.db, (tx) => planCancellations(tx, [{ memberId, orderId }])),
    );
    if (!plans) return refuse('too_many_requests', { seconds: '1' });
    const [planned] = plans;
    if (!planned) return refuse('not_found');
    return planned.ok ? ok(planned.value.planned) : planned;
  }

  cancel(memberId: string, orderId: string, claim?: IdempotencyClaim): Promise<Result<null>> {
    return this.#deps.writer.submit(this.#cancel, { memberId, orderId }, claim);
  }
}
