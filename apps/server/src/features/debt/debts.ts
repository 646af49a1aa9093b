import { refuse, type Refusal } from '@plimsoll/contract';
import { formatShort, minOf, minus, rate, share, sum, ZERO, type Amount } from '@plimsoll/money';
import type { Clock } from '../../platform/clock.ts';
import type { Query, Tx } from '../../platform/db.ts';
import { addTo, readHoldings, readOwed, type Holding, type ReadOwed } from './store.ts';
import { quantityOf, worthOf, type Prices } from './worth.ts';

/** Of its debt, what all of a member's accounts must stay worth (RULES 6). */
const COVER = rate('1.05');

/** What would leave a member, or be put out of reach: a lock or a stake. */
export interface Leaving {
  readonly memberId: string;
  readonly coinId: string;
  /** The coin's title. */
  readonly coin: string;
  readonly decimals: number;
  readonly amount: Amount;
}
/**
 * `leaves`: a withdrawal, or to another member. `locks`: a lock or a stake, beside which what is locked already
 * covers nothing either.
 */
export type Way = 'leaves' | 'locks';

/** What members owe on overdue loans, and what that keeps here (RULES 6, docs/LOANS.md). Every way out calls it. */
export interface Debts {
  /** What each of these members owes now on loans past their time, in USDT; those who owe nothing are left out. */
  owed(query: Query, memberIds: readonly string[]): Promise<Map<string, Amount>>;
  /** At most so much of a coin may leave a member who has `available` of it. */
  free(query: Query, of: Omit<Leaving, 'amount'>, available: Amount): Promise<Amount>;
  /** For each, one after the other, `owed_on_loan` where it may not go: a look, before the member is asked anything. */
  look(query: Query, way: Way, wishes: readonly Leaving[]): Promise<(Refusal | undefined)[]>;
  /** The same for good, in the transaction that moves it: what else would leave these members waits, or knows of it. */
  refused(tx: Tx, way: Way, wishes: readonly Leaving[]): Promise<(Refusal | undefined)[]>;
  /** Members who may not be lent anything more: those who owe. */
  owing(tx: Tx, memberIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface DebtDeps {
  readonly clock: Clock;
  readonly market: Prices;
  /** Where debts are read, if not from loans. */
  readonly readOwed?: ReadOwed;
}

/** A member in debt while wishes are judged: what was let go so far, by coin. */
interface Debtor {
  readonly needed: Amount;
  readonly holdings: readonly Holding[];
  readonly let: Map<string, Amount>;
}

/** What is over, in USDT, of what covers the debt; zero when nothing is. */
function spare({ needed, holdings, let: gone }: Debtor, way: Way, prices: Prices): Amount {
  const worth = sum(
    holdings.map(({ coinId, held, locked }) =>
      worthOf(prices, coinId, minus(minus(held, way === 'locks' ? locked : ZERO), gone.get(coinId) ?? ZERO)),
    ),
  );
  return worth > needed ? minus(worth, needed) : ZERO;
}

/** How much of a coin may go: all, where none of it covers anything, once the debt is covered. */
function most(
  debtor: Debtor,
  way: Way,
  coin: Pick<Leaving, 'coinId' | 'decimals'>,
  prices: Prices,
): Amount | undefined {
  const over = spare(debtor, way, prices);
  return over === ZERO ? ZERO : quantityOf(prices, coin, over);
}

/** Opens the one module that keeps what covers a debt. */
export function openDebts({ clock, market, readOwed: read = readOwed }: DebtDeps): Debts {
  // What was let go in a transaction that is open: its other commands must know, and nobody else does.
  const open = new WeakMap<Query, Map<string, Map<string, Amount>>>();

  async function debtorsOf(query: Query, memberIds: readonly string[], isHeld: boolean): Promise<Map<string, Debtor>> {
    const owed = await read(query, memberIds, clock.nowMs(), isHeld);
    if (owed.size === 0) return new Map();
    const holdings = await readHoldings(query, [...owed.keys()]);
    const letGo = (isHeld ? open.get(query) : undefined) ?? new Map<string, Map<string, Amount>>();
    if (isHeld) open.set(query, letGo);
    return new Map(
      [...owed].map(([memberId, debt]): [string, Debtor] => {
        const gone = letGo.get(memberId) ?? new Map<string, Amount>();
        letGo.set(memberId, gone);
        return [memberId, { needed: share(debt, COVER, 'up'), holdings: holdings.get(memberId) ?? [], let: gone }];
      }),
    );
  }

  async function judge(
    query: Query,
    way: Way,
    wishes: readonly Leaving[],
    isHeld: boolean,
  ): Promise<(Refusal | undefined)[]> {
    if (wishes.length === 0) return [];
    const debtors = await debtorsOf(
      query,
      wishes.map(({ memberId }) => memberId),
      isHeld,
    );
    return wishes.map((wish) => {
      const debtor = debtors.get(wish.memberId);
      if (!debtor) return undefined;
      const bound = most(debtor, way, wish, market);
      if (bound !== undefined && wish.amount > bound)
        return refuse('owed_on_loan', { maximum: formatShort(bound), coin: wish.coin }).refusal;
      addTo(debtor.let, wish.coinId, wish.amount);
      return undefined;
    });
  }

  return {
    owed: (query, memberIds) => read(query, memberIds, clock.nowMs(), false),
    async free(query, of, available) {
      const debtor = (await debtorsOf(query, [of.memberId], false)).get(of.memberId);
      const bound = debtor && most(debtor, 'leaves', of, market);
      return bound === undefined ? available : minOf(available, bound);
    },
    look: (query, way, wishes) => judge(query, way, wishes, false),
    refused: (tx, way, wishes) => judge(tx, way, wishes, true),
    owing: async (tx, memberIds) => new Set((await read(tx, memberIds, clock.nowMs(), true)).keys()),
  };
}
