import { ACCOUNT_TYPE, ok, type Refusal, type Result } from '@plimsoll/contract';
import { fits, format, minus, notional, plus, ZERO, type Amount, type Price } from '@plimsoll/money';
import { accountKey, availableIn, type MemberAccount } from '../../ledger/index.ts';
import { lastPriceOf, type MarketData } from '../../market/index.ts';
import { amountOf, id, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Db, type Query, type Tx } from '../../platform/db.ts';
import type { Debts } from '../debt/index.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import type { Given, SecondFactors } from '../security/index.ts';
import { Barring, type BarringDeps } from './barring.ts';
import type { Leaving, Passing } from './leaving.ts';
import type { Asker, LoginProofs } from './login-proofs.ts';
import { lockMembers, readStandings, usedBy, type Destination, type Standing, type WayKind } from './standing.ts';
import { wordsOf } from './words.ts';

/** A price this old is none for one operator alone: by an old one, much may look like little. */
const PRICE_WITHIN_MS = 60 * 60_000;

/**
 * What an amount is worth in USDT for one operator alone, by prices of the last hour, rounded up; null when there is
 * none.
 */
export const worthForOne = (coinId: string, quantity: Amount, market: Pick<MarketData, 'usdtPrice'>): Amount | null =>
  worthAt(market.usdtPrice(coinId, PRICE_WITHIN_MS), quantity);

function worthAt(each: Price | undefined, quantity: Amount): Amount | null {
  const worth = each === undefined ? null : notional(each, quantity, 'up');
  return worth !== null && fits(worth) ? worth : null;
}

export interface OutStanding {
  readonly level: 1 | 2;
  readonly limit: Amount;
  readonly used: Amount;
  readonly left: Amount;
  readonly frees: Date | null;
  readonly byKind: ReadonlyMap<WayKind, Amount>;
  /** Until when nothing leaves for a new destination; undefined when it may. */
  readonly waitsUntilMs: number | undefined;
}

/** The one gate before every way out (RULES 8, docs/GATE.md). */
export interface WaysOut {
  /** Checks before anything is held, in the order of docs/GATE.md. Uses nothing up. */
  open(wish: Leaving, asker: Asker, given: OutGiven): Promise<Result<Passing>>;
  /**
   * The final check, in the transaction that moves it, behind each member's lock; uses up the factors. Answers for
   * each, in order, why it may not go.
   */
  refused(tx: Tx, wishes: readonly Passing[]): Promise<(Refusal | undefined)[]>;
  /** Records what passed, in that transaction, and notifies each member. Sends its statements before it awaits. */
  passed(tx: Tx, went: readonly { readonly id: string; readonly wish: Passing }[]): Promise<void>;
  /** Until when something that would go there waits, in ms; undefined when it need not. */
  waitsUntil(query: Query, memberId: string, to: Destination | undefined): Promise<number | undefined>;
  needsIdentity(query: Query, memberId: string): Promise<boolean>;
  standing(query: Query, memberId: string): Promise<OutStanding>;
}

/** What a request gives: the login password (undefined when none), the payment password, a second factor. */
interface OutGiven extends Given {
  readonly login: string | null | undefined;
  readonly payment: string | null;
}

export interface WaysOutDeps extends BarringDeps {
  readonly db: Db;
  readonly market: Pick<MarketData, 'usdtPrice'>;
  readonly second: SecondFactors;
  readonly debts: Debts;
  readonly loginProofs: Pick<LoginProofs, 'ask'>;
  readonly payments: { check(memberId: string, given: string | null): Promise<Result<void>> };
}

const PASSED = rowsOf({
  kind: text,
  ref: id('withdrawal or transfer'),
  memberId: id('member'),
  coinId: id('coin'),
  worth: amountOf.orNull(),
});
const write = sql<never>(
  'gate.passed',
  `insert into way_out (${PASSED.columns}, at) select t.*, $1 from ${PASSED.unnest('t', 2)}`,
);

/** A destination as mails show it: never a whole card number. */
const shownPlace = (to: Destination): string =>
  to.kind === 'card' ? `${to.bank} …${to.number.slice(-4)}` : to.kind === 'address' ? to.address : to.name;

function notificationOf({ memberId, kind, amount, coin, to }: Passing): Notification {
  const of = { amount: format(amount), coin };
  return kind === 'withdrawal'
    ? { memberId, kind: 'withdrawal-requested', params: { ...of, address: shownPlace(to) } }
    : { memberId, kind: 'transfer-sent', params: { ...of, to: shownPlace(to) } };
}

const compareIds = (one: string, other: string): number => {
  const [a, b] = [BigInt(one), BigInt(other)];
  return a < b ? -1 : a > b ? 1 : 0;
};

const SHORT: Refusal = { reason: 'insufficient_balance' };
const fundsOf = ({ memberId, coinId }: Passing): MemberAccount => ({ memberId, type: ACCOUNT_TYPE.funds, coinId });

/** Those that funds do not cover, whatever becomes of the others: they count for nothing. */
const beyondFunds = (wishes: readonly Passing[], funds: ReadonlyMap<string, Amount>): ReadonlySet<Passing> =>
  new Set(wishes.filter((wish) => wish.amount > (funds.get(accountKey(fundsOf(wish))) ?? ZERO)));

/** What funds do not cover behind the others: the ledger refuses it too, but has used up the factor by then. */
function refusedShort(wishes: readonly Passing[], funds: ReadonlyMap<string, Amount>): ReadonlyMap<Passing, Refusal> {
  const left = new Map(funds);
  const short = new Map<Passing, Refusal>();
  for (const wish of wishes) {
    if (wish.proof === undefined) continue;
    const key = accountKey(fundsOf(wish));
    const rest = minus(left.get(key) ?? ZERO, wish.amount);
    if (rest < 0n) short.set(wish, SHORT);
    else left.set(key, rest);
  }
  return short;
}

/** Opens the gate before ways out. */
export const createWaysOut = (deps: WaysOutDeps): WaysOut => new Gate(deps);

class Gate implements WaysOut {
  readonly #deps: WaysOutDeps;
  readonly #barring: Barring;
  /** What open transactions let go, by member: their other commands must count it before `passed` records it. */
  readonly #letGo = new WeakMap<Tx, Map<string, Amount>>();

  constructor(deps: WaysOutDeps) {
    this.#deps = deps;
    this.#barring = new Barring(deps);
  }

  async open(wish: Leaving, asker: Asker, { login, payment, ...given }: OutGiven): Promise<Result<Passing>> {
    const { db, debts, loginProofs, market, payments, second } = this.#deps;
    const { memberId } = wish;
    const standing = await this.#standingOf(db, memberId);
    const refusal = this.#barring.barred(standing, wish, await this.#barring.readKnown(db, [wish], () => standing));
    if (refusal) return { ok: false, refusal };
    const [debt] = await debts.look(db, 'leaves', [wish]);
    if (debt) return { ok: false, refusal: debt };
    // A market that was disabled must not take its coin out of the limit.
    const each = market.usdtPrice(wish.coinId) ?? (await lastPriceOf(db, wish.coinId, this.#nowMs()));
    const worth = worthAt(each, wish.amount);
    const { total } = (await usedBy(db, [memberId], this.#nowMs()))(memberId);
    const over = this.#barring.overLimit(standing, total, worth);
    if (over) return { ok: false, refusal: over };
    const proven = await loginProofs.ask(asker, login);
    if (!proven.ok) return proven;
    const allowed = await payments.check(memberId, payment);
    if (!allowed.ok) return allowed;
    const shown = await second.ask(memberId, given, { purpose: 'withdraw', words: wordsOf(wish) });
    if (!shown.ok) return shown;
    return ok({ ...wish, worth, proof: shown.value });
  }

  async refused(tx: Tx, wishes: readonly Passing[]): Promise<(Refusal | undefined)[]> {
    const memberIds = [...new Set(wishes.map(({ memberId }) => memberId))];
    await lockMembers(tx, memberIds);
    // Behind the locks: what went in another process while they were waited for uses up no factor either.
    const funds = await availableIn(tx, wishes.map(fundsOf));
    const beyond = beyondFunds(wishes, funds);
    const barredHere = await this.#refusedStandings(tx, wishes, { memberIds, beyond });
    const able = wishes.filter((wish) => !barredHere.has(wish) && !beyond.has(wish));
    const owed = await this.#deps.debts.refused(tx, 'leaves', able);
    const indebted = new Map(
      able.flatMap((wish, index): [Passing, Refusal][] => (owed[index] ? [[wish, owed[index]]] : [])),
    );
    const free = able.filter((wish) => !indebted.has(wish));
    const short = refusedShort(free, funds);
    const proofs = await this.#refusedProofs(
      tx,
      free.filter((wish) => !short.has(wish)),
    );
    const refusals = wishes.map(
      (wish) =>
        barredHere.get(wish) ??
        (beyond.has(wish) ? SHORT : (indebted.get(wish) ?? short.get(wish) ?? proofs.get(wish))),
    );
    this.#noteLetGo(
      tx,
      wishes.filter((_, index) => !refusals[index]),
    );
    return refusals;
  }

  async passed(tx: Tx, went: readonly { readonly id: string; readonly wish: Passing }[]): Promise<void> {
    if (went.length === 0) return;
    const nowMs = this.#nowMs();
    // All statements are sent at once: the commit goes out right behind them.
    await Promise.all([
      tx.run(write, [new Date(nowMs), ...PASSED.arrays(went, (each) => ({ ...each.wish, ref: each.id }))]),
      notifyMember(
        tx,
        went.map(({ wish }) => notificationOf(wish)),
        nowMs,
      ),
    ]);
  }

  async waitsUntil(query: Query, memberId: string, to: Destination | undefined): Promise<number | undefined> {
    const standing = await this.#standingOf(query, memberId);
    if (!to) return this.#barring.waitUntil(standing)?.untilMs;
    const place = { memberId, to };
    return this.#barring.waitOf(standing, place, await this.#barring.readKnown(query, [place], () => standing));
  }

  async needsIdentity(query: Query, memberId: string): Promise<boolean> {
    return this.#barring.needsIdentity(await this.#standingOf(query, memberId));
  }

  async standing(query: Query, memberId: string): Promise<OutStanding> {
    const standing = await this.#standingOf(query, memberId);
    const { total, byKind, frees } = (await usedBy(query, [memberId], this.#nowMs()))(memberId);
    const limit = this.#barring.limitOf(standing);
    return {
      level: standing.isCertified ? 2 : 1,
      limit,
      used: total,
      left: total < limit ? minus(limit, total) : ZERO,
      frees,
      byKind,
      waitsUntilMs: this.#barring.waitUntil(standing)?.untilMs,
    };
  }

  #nowMs(): number {
    return this.#deps.clock.nowMs();
  }

  async #standingOf(query: Query, memberId: string): Promise<Standing> {
    const found = (await readStandings(query, [memberId], this.#nowMs())).get(memberId);
    if (!found) throw new Error(`no member ${memberId}`);
    return found;
  }

  async #refusedProof(tx: Tx, wish: Passing): Promise<Refusal | undefined> {
    const { second } = this.#deps;
    const { memberId, proof } = wish;
    if (!proof) {
      // A factor may have been set since the request was checked.
      return (await second.wanted(tx, memberId)).length > 0 ? { reason: 'second_factor_required' } : undefined;
    }
    if (await second.take(tx, memberId, proof, wordsOf(wish))) return undefined;
    return { reason: proof.kind === 'passkey' ? 'bad_passkey' : 'bad_second_factor' };
  }

  #noteLetGo(tx: Tx, wishes: readonly Passing[]): void {
    const letGo = this.#letGo.get(tx) ?? new Map<string, Amount>();
    this.#letGo.set(tx, letGo);
    for (const { memberId, worth } of wishes) letGo.set(memberId, plus(letGo.get(memberId) ?? ZERO, worth ?? ZERO));
  }

  /** Uses up the factors, sent together in the order of members, to prevent deadlocks. */
  async #refusedProofs(tx: Tx, wishes: readonly Passing[]): Promise<ReadonlyMap<Passing, Refusal>> {
    const sorted = wishes.toSorted((one, other) => compareIds(one.memberId, other.memberId));
    const refusals = await Promise.all(sorted.map((wish) => this.#refusedProof(tx, wish)));
    return new Map(
      sorted.flatMap((wish, index): [Passing, Refusal][] => {
        const refusal = refusals[index];
        return refusal ? [[wish, refusal]] : [];
      }),
    );
  }

  /**
   * Frozen, waiting, uncertified or over the limit, behind the members' locks. Each that passes counts for the next,
   * but those `beyond` funds.
   */
  async #refusedStandings(
    tx: Tx,
    wishes: readonly Passing[],
    { memberIds, beyond }: { readonly memberIds: readonly string[]; readonly beyond: ReadonlySet<Passing> },
  ): Promise<ReadonlyMap<Passing, Refusal>> {
    const [standings, used] = await Promise.all([
      readStandings(tx, memberIds, this.#nowMs()),
      usedBy(tx, memberIds, this.#nowMs()),
    ]);
    const known = await this.#barring.readKnown(tx, wishes, ({ memberId }) => standings.get(memberId));
    const letGo = this.#letGo.get(tx);
    const counted = new Map(memberIds.map((id) => [id, plus(used(id).total, letGo?.get(id) ?? ZERO)]));
    const refused = new Map<Passing, Refusal>();
    for (const wish of wishes) {
      const standing = standings.get(wish.memberId);
      const before = counted.get(wish.memberId) ?? ZERO;
      const refusal = standing
        ? (this.#barring.barred(standing, wish, known) ?? this.#barring.overLimit(standing, before, wish.worth))
        : { reason: 'not_found' as const };
      if (refusal) refused.set(wish, refusal);
      else if (!beyond.has(wish)) counted.set(wish.memberId, plus(before, wish.worth ?? ZERO));
    }
    return refused;
  }
}
