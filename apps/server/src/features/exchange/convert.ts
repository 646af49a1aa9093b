import { ok, refuse, type AccountType, type Answer, type Result } from '@plimsoll/contract';
import {
  chained,
  fits,
  format,
  minus,
  neededAt,
  shownRate,
  sum,
  unitOf,
  ZERO,
  type Amount,
  type Rate,
  type Take,
} from '@plimsoll/money';
import {
  accountKey,
  availableIn,
  defineCommand,
  type LedgerCommand,
  type MemberAccount,
  type Plan,
} from '../../ledger/index.ts';
import { readLastMarksOf, type MarkPrice, isMarkFreshAt, type Coin } from '../../market/index.ts';
import { elementAt } from '../../platform/element-at.ts';
import {
  takenFromBooks,
  worthOfAll,
  writeTaken,
  type BookLeft,
  type Dealing,
  type Depth,
  type HouseLimits,
} from '../spot/index.ts';
import { booksAlong, type BooksDeps } from './books.ts';
import type { Exchange, ExchangeLeg } from './exchange.ts';
import { exchanging } from './postings.ts';
import { insertExchanges, takeExchangeIds } from './store.ts';
import { walkWay, type OpenBook } from './walk-way.ts';
import type { WayLeg } from './way.ts';

export interface Asked {
  readonly memberId: string;
  readonly type: AccountType;
  readonly from: Coin;
  readonly to: Coin;
  readonly given: Amount;
  readonly way: readonly WayLeg[];
}

export interface ConvertDeps extends BooksDeps {
  /** The cost of an exchange, once a leg; read each time. */
  readonly spread: () => Rate;
  readonly depth: Depth;
  readonly limits: HouseLimits;
}

interface Made {
  readonly exchange: Exchange;
  readonly before: readonly BookLeft[];
}

function exchangeOf(
  id: string,
  { memberId, type, from, to, given }: Asked,
  legs: readonly ExchangeLeg[],
  spread: Rate,
): Exchange {
  const received = legs.at(-1)?.received ?? ZERO;
  const needed = neededAt(received, chained(legs.map(({ ratio }) => ratio)), unitOf(from.decimals));
  return {
    id,
    memberId,
    type,
    from,
    to,
    given,
    received,
    residue: minus(given, needed),
    spread,
    worth: worthOfLegs(legs),
    legs,
  };
}

const takesOf = (legs: readonly ExchangeLeg[]): { marketId: string; side: 'bids' | 'asks'; takes: readonly Take[] }[] =>
  legs.map(({ marketId, sells, takes }) => ({ marketId, side: sells ? 'bids' : 'asks', takes }));

const payerOf = ({ memberId, type, from }: Asked): MemberAccount => ({ memberId, type, coinId: from.id });

const shownLeg = ({ marketId, symbol, bookSeq, mid, mark }: ExchangeLeg): Answer<'exchangeCoin'>['books'][number] =>
  // not money: an id, a number on the wire
  ({ m_id: Number(marketId), symbol, seq: bookSeq, mid: format(mid), mark: format(mark.price), mark_seq: mark.seq });

/** What a leg dealt, in base and quote of its market, and its worth in USDT. */
function dealtBy({ sells, given, received, terms }: ExchangeLeg): {
  readonly quantity: Amount;
  readonly paid: Amount;
  readonly worth: Amount;
} {
  const [quantity, paid] = sells ? [given, received] : [received, given];
  return { quantity, paid, worth: terms ? worthOfAll([{ quantity, paid }], terms.quotePrice) : ZERO };
}

const worthOfLegs = (legs: readonly ExchangeLeg[]): Amount => sum(legs.map((leg) => dealtBy(leg).worth));

function isAllowed(legs: readonly ExchangeLeg[]): boolean {
  const worth = worthOfLegs(legs);
  return legs.every((leg) => {
    const { quantity, paid } = dealtBy(leg);
    return (
      leg.terms !== null &&
      quantity <= leg.terms.room.quantity &&
      paid <= leg.terms.room.paid &&
      worth <= leg.terms.minuteLeft
    );
  });
}

/** Books and balances, updated exchange by exchange within one batch. */
class Batch {
  readonly #marks: ReadonlyMap<string, MarkPrice>;
  readonly #left: Map<string, BookLeft>;
  readonly #balances: Map<string, Amount>;
  readonly #dealing: Dealing;

  constructor(
    marks: ReadonlyMap<string, MarkPrice>,
    kept: ReadonlyMap<string, BookLeft>,
    balances: ReadonlyMap<string, Amount>,
    dealing: Dealing,
  ) {
    this.#marks = marks;
    this.#dealing = dealing;
    this.#left = new Map(kept);
    this.#balances = new Map(balances);
  }

  /** Walks what is left of the books; a member who cannot pay uses up nothing of them. */
  make(asked: Asked, spread: Rate): Result<readonly ExchangeLeg[]> {
    const books = asked.way.flatMap(({ market: { id } }): OpenBook[] => {
      const [left, mark] = [this.#left.get(id), this.#marks.get(id)];
      return left && mark ? [{ ...left, mark }] : [];
    });
    // Another process met a later snapshot that is of no use here, or no fresh mark is on the tape.
    if (books.length < asked.way.length) return refuse('stale_market');
    const terms = asked.way.flatMap(
      ({ market, sells }) => this.#dealing.terms(asked.memberId, market, sells ? 'sell' : 'buy') ?? [],
    );
    if (terms.length < asked.way.length) return refuse('house_limit');
    const legs = walkWay(
      asked,
      books.map((book, at) => ({ ...book, terms: elementAt(terms, at) })),
      spread,
    );
    if (!legs.ok) return legs;
    const key = accountKey(payerOf(asked));
    const rest = minus(this.#balances.get(key) ?? ZERO, asked.given);
    // No balance is as large as an amount that does not fit.
    if (rest < 0n || !legs.value.every(({ received }) => fits(received))) return refuse('insufficient_balance');
    if (!isAllowed(legs.value)) return refuse('house_limit');
    this.#balances.set(key, rest);
    for (const [at, leg] of legs.value.entries()) {
      const pair = elementAt(asked.way, at).market;
      const { worth, ...part } = dealtBy(leg);
      this.#dealing.count({ memberId: asked.memberId, pair, side: leg.sells ? 'sell' : 'buy', parts: [part] }, worth);
    }
    for (const after of takenFromBooks(this.#left, takesOf(legs.value))) this.#left.set(after.book.marketId, after);
    return legs;
  }
}

/** Those of marks that are fresh now. */
const freshOf = (marks: ReadonlyMap<string, MarkPrice>, { clock, freshSeconds }: BooksDeps): Map<string, MarkPrice> =>
  new Map([...marks].filter(([, mark]) => isMarkFreshAt(mark, clock.nowMs(), freshSeconds())));

function leftAfter(made: readonly Made[]): BookLeft[] {
  const before = new Map(made.flatMap((each) => each.before.map((left) => [left.book.marketId, left] as const)));
  return takenFromBooks(
    before,
    made.flatMap(({ exchange }) => takesOf(exchange.legs)),
  );
}

/**
 * Exchanges by the walk of the books that resting orders met before, bounded by the last marks less the spread; both
 * are recorded, so that the member can check it (RULES 5).
 */
export function converting(deps: ConvertDeps): LedgerCommand<Asked, Made, Answer<'exchangeCoin'>> {
  return defineCommand({
    name: 'exchange.convert',
    // Spot orders read and write the same books: planned beside them, both would deal the same levels.
    exclusive: true,
    // One that the dealer cannot cover takes nothing of the books from those after it.
    plansTogether: true,
    async plan(tx, inputs) {
      const spread = deps.spread();
      const along = inputs.map(({ way }) => booksAlong(way, deps));
      const books = new Map(
        along.flatMap((each) => (each.ok ? each.value.map(({ book }) => [book.marketId, book] as const) : [])),
      );
      const pairs = inputs.flatMap(({ way }) => way.map(({ market }) => market));
      // House limits are always locked before books.
      const [ids, dealing, kept, marks, balances] = await Promise.all([
        takeExchangeIds(tx, inputs.length),
        deps.limits.open(
          tx,
          pairs,
          inputs.map(({ memberId }) => memberId),
        ),
        deps.depth.lock(tx, [...books.values()], {
          mayUse: (book) => deps.books.mayDeal(book),
          takesLater: true,
        }),
        // Behind the locks, the last of each market on the tape: one only in memory could be lost.
        readLastMarksOf(tx, [...books.keys()]),
        availableIn(tx, inputs.map(payerOf)),
      ]);
      const batch = new Batch(freshOf(marks, deps), kept, balances, dealing);
      return inputs.map((asked, index): Result<Plan<Made>> => {
        const found = elementAt(along, index);
        if (!found.ok) return found;
        const legs = batch.make(asked, spread);
        if (!legs.ok) return legs;
        const exchange = exchangeOf(elementAt(ids, index), asked, legs.value, spread);
        const before = asked.way.flatMap(({ market }) => kept.get(market.id) ?? []);
        return ok({ journals: [exchanging(exchange)], planned: { exchange, before } });
      });
    },
    record(tx, made) {
      const exchanges = made.map(({ exchange }) => exchange);
      const nowMs = deps.clock.nowMs();
      const sent = Promise.all([
        insertExchanges(tx, exchanges, new Date(nowMs)),
        writeTaken(
          tx,
          leftAfter(made),
          exchanges.map(({ memberId, worth }) => ({ memberId, dealt: worth })),
          nowMs,
        ),
      ]);
      const outcomes = exchanges.map(({ id, received, legs }) => ({
        // not money: an id, a number on the wire
        id: Number(id),
        received: format(received),
        rate: shownRate(chained(legs.map(({ ratio }) => ratio))),
        books: legs.map(shownLeg),
      }));
      return { outcomes, sent, commitsAfter: true };
    },
  });
}
