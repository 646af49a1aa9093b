import { refuse, type Answer, type Input, type OrderInput, type Result } from '@plimsoll/contract';
import type { Amount, Rate } from '@plimsoll/money';
import type { GroupedWriter } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import type { Query } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { cancelOrders } from './cancel-order.ts';
import { checkOrder, type Ordered } from './check-order.ts';
import { HouseLimits } from './dealing.ts';
import { Depth } from './book-snapshots.ts';
import { moveOrders } from './move-order.ts';
import { placeOrders, type Placing } from './place-order.ts';
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
  readonly db: Query;
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
  readonly #books: TradableBooks;
  readonly #place: ReturnType<typeof placeOrders>;
  readonly #move: ReturnType<typeof moveOrders>;
  readonly #cancel: ReturnType<typeof cancelOrders>;

  constructor(deps: SpotDeps) {
    const { market, writer, clock, log, settings } = deps;
    this.#deps = deps;
    this.#books = new TradableBooks(market, clock, settings.freshSeconds);
    this.depth = new Depth(clock, {
      recoveryMs: () => settings.depthRecovery() * 1000,
      freshSeconds: settings.freshSeconds,
    });
    this.limits = new HouseLimits({ market, clock, limits: settings.limits });
    const dealing = { books: this.#books, depth: this.depth, limits: this.limits, clock, market };
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
    const { market: markets, writer, settings } = this.#deps;
    const market = markets.byId(input.m_id);
    if (!market) return refuse('not_found');
    const checked = checkOrder(input, { market, book: this.#books.of(market.id), priceBand: settings.priceBand() });
    if (!checked.ok) return checked;
    const placing = {
      memberId,
      market,
      ordered: checked.value,
      feeRate: market.spotFee ?? settings.spotFee(),
      maxOpen: settings.maxOpenOrders(),
      ...(input.mode === 'limit' && input.kind ? { kind: input.kind } : {}),
      key,
    };
    return writer.submit(this.#place, placing, claim);
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
        { market, book: this.#books.of(market.id), priceBand: settings.priceBand() },
      );
    const placing = {
      memberId,
      market,
      ordered: { side, limit: price, quantity: rest, budget: null },
      feeRate: market.spotFee ?? settings.spotFee(),
      // It takes the place of one.
      maxOpen: null,
      kind,
    };
    return writer.submit(this.#move, { orderId, placing, check }, claim);
  }

  cancel(memberId: string, orderId: string, claim?: IdempotencyClaim): Promise<Result<null>> {
    return this.#deps.writer.submit(this.#cancel, { memberId, orderId }, claim);
  }
}
