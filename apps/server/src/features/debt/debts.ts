import { refuse, type Refusal } from '@plimsoll/contract';
import { formatShort, minOf, minus, plus, rate, share, sum, ZERO, type Amount } from '@plimsoll/money';
import type { Clock } from '../../platform/clock.ts';
import type { Query, Tx } from '../../platform/db.ts';
import { addTo, readHoldings, readOwed, type Holding, type ReadOwed } from './store.ts';
import { quantityOf, worthOf, type Prices } from './worth.ts';

/** The share of a debt that all of a member's accounts must stay worth (RULES 6). */
const COVER = rate('1.05');

export interface Leaving {
  readonly memberId: string;
  readonly coinId: string;
  readonly coin: string;
  readonly decimals: number;
  readonly amount: Amount;
}
/**
 * `leaves`: a withdrawal, or a transfer to another member. `locks`: a lock or a stake; for it, what is locked already
 * covers nothing.
 */
export type Way = 'leaves' | 'locks';

/** Overdue loans, and what they keep from leaving (RULES 6, docs/LOANS.md). Every way out calls it. */
export interface Debts {
  /** What each of these members owes now on overdue loans, in USDT; others are omitted. */
  owed(query: Query, memberIds: readonly string[]): Promise<Map<string, Amount>>;
  /** How much of a coin may leave a member who has `available` of it. */
  free(query: Query, of: Omit<Leaving, 'amount'>, available: Amount): Promise<Amount>;
  /** For each in order, `owed_on_loan` where it may not go. A check in advance. */
  look(query: Query, way: Way, wishes: readonly Leaving[]): Promise<(Refusal | undefined)[]>;
  /** The final check, in the transaction that moves it; concurrent ones wait or are counted. */
  refused(tx: Tx, way: Way, wishes: readonly Leaving[]): Promise<(Refusal | undefined)[]>;
  /** Members who may not borrow: those who owe. */
  owing(tx: Tx, memberIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface DebtDeps {
  readonly clock: Clock;
  readonly market: Prices;
  readonly readOwed?: ReadOwed;
}

/** What a transaction let go before, by coin; what it locked stays the member's, and covers what leaves. */
type LetGo = Readonly<Record<Way, Map<string, Amount>>>;
const nothing = (): LetGo => ({ leaves: new Map(), locks: new Map() });

interface Debtor {
  readonly needed: Amount;
  readonly holdings: readonly Holding[];
  readonly let: LetGo;
}

/** What the accounts are worth beyond the debt's cover, in USDT; zero when nothing is spare. */
function spare({ needed, holdings, let: gone }: Debtor, way: Way, prices: Prices): Amount {
  const worth = sum(
    holdings.map(({ coinId, held, locked }) => {
      const left = minus(held, gone.leaves.get(coinId) ?? ZERO);
      const isLocked = plus(locked, gone.locks.get(coinId) ?? ZERO);
      return worthOf(prices, coinId, way === 'locks' ? minus(left, isLocked) : left);
    }),
  );
  return worth > needed ? minus(worth, needed) : ZERO;
}

/** How much of a coin may go; undefined for all, once the debt is covered and the coin has no price. */
function maxOf(
  debtor: Debtor,
  way: Way,
  coin: Pick<Leaving, 'coinId' | 'decimals'>,
  prices: Prices,
): Amount | undefined {
  const over = spare(debtor, way, prices);
  return over === ZERO ? ZERO : quantityOf(prices, coin, over);
}

/** Opens the module that keeps what covers a debt. */
export function openDebts({ clock, market, readOwed: read = readOwed }: DebtDeps): Debts {
  // What open transactions let go: their other commands must count it.
  const open = new WeakMap<Query, Map<string, LetGo>>();

  async function debtorsOf(query: Query, memberIds: readonly string[], isHeld: boolean): Promise<Map<string, Debtor>> {
    const owed = await read(query, memberIds, clock.nowMs(), isHeld);
    if (owed.size === 0) return new Map();
    const holdings = await readHoldings(query, [...owed.keys()]);
    const letGo = (isHeld ? open.get(query) : undefined) ?? new Map<string, LetGo>();
    if (isHeld) open.set(query, letGo);
    return new Map(
      [...owed].map(([memberId, debt]): [string, Debtor] => {
        const gone = letGo.get(memberId) ?? nothing();
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
      const bound = maxOf(debtor, way, wish, market);
      if (bound !== undefined && wish.amount > bound)
        return refuse('owed_on_loan', { maximum: formatShort(bound), coin: wish.coin }).refusal;
      addTo(debtor.let[way], wish.coinId, wish.amount);
      return undefined;
    });
  }

  return {
    owed: (query, memberIds) => read(query, memberIds, clock.nowMs(), false),
    async free(query, of, available) {
      const debtor = (await debtorsOf(query, [of.memberId], false)).get(of.memberId);
      const bound = debtor && maxOf(debtor, 'leaves', of, market);
      return bound === undefined ? available : minOf(available, bound);
    },
    look: (query, way, wishes) => judge(query, way, wishes, false),
    refused: (tx, way, wishes) => judge(tx, way, wishes, true),
    owing: async (tx, memberIds) => new Set((await read(tx, memberIds, clock.nowMs(), true)).keys()),
  };
}
