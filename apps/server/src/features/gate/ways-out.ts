import { ok, type Refusal, type Result } from '@plimsoll/contract';
import { fits, format, formatShort, minus, notional, plus, ZERO, type Amount } from '@plimsoll/money';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { amountOf, id, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Db, type Query, type Tx } from '../../platform/db.ts';
import { momentText } from '../../platform/moment-text.ts';
import type { Debts } from '../debt/index.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import type { Given, Proof, SecondFactors } from '../security/index.ts';
import type { Asker, LoginProofs } from './login-proofs.ts';
import {
  allowedBy,
  lockMembers,
  readStandings,
  usedBefore,
  usedBy,
  WINDOW_MS,
  type Destination,
  type Place,
  type Standing,
  type WayKind,
} from './standing.ts';
import { wordsOf } from './words.ts';

/** What an amount is worth in USDT by the last prices, rounded up; null when nobody knows. */
export function worthOf(coinId: string, quantity: Amount, market: Pick<MarketData, 'usdtPrice'>): Amount | null {
  const each = market.usdtPrice(coinId);
  const worth = each === undefined ? null : notional(each, quantity, 'up');
  return worth !== null && fits(worth) ? worth : null;
}

/** Something that would leave a member. */
export interface Leaving {
  readonly kind: WayKind;
  readonly memberId: string;
  readonly coinId: string;
  /** The coin's title. */
  readonly coin: string;
  readonly decimals: number;
  readonly amount: Amount;
  /** What of it is kept as a fee. */
  readonly fee: Amount;
  readonly to: Destination;
}
/**
 * The same, for which the gate was opened once: what is to be asked again, and used up, in the transaction that moves
 * it.
 */
export interface Passing extends Leaving {
  readonly proof?: Proof | undefined;
  /** In USDT by the last price, rounded up; null when none is known. */
  readonly worth: Amount | null;
}

/** What the limits are: a rolling 24 hours, in USDT. */
export interface OutLimits {
  readonly daily_limit_uncertified: Amount;
  readonly daily_limit_certified: Amount;
  readonly identity_for_withdrawal: 0 | 1;
}

/** What of its limit a member used, and how the gate stands for them. */
export interface OutStanding {
  readonly level: 1 | 2;
  readonly limit: Amount;
  readonly used: Amount;
  readonly left: Amount;
  readonly frees: Date | null;
  readonly byKind: ReadonlyMap<WayKind, Amount>;
  /** Until when nothing leaves to where nothing went before; undefined when it may. */
  readonly waitsUntilMs: number | undefined;
}

/** The one gate before every way out (RULES 8, docs/GATE.md). */
export interface WaysOut {
  /**
   * Whether something may leave, before anything is held: a proven e-mail address in live mode, the wait of 24 hours,
   * identity, an overdue loan, the limit, the login password where it was last given long ago, the payment password,
   * the second factor, in this order. Nothing is used up.
   */
  open(wish: Leaving, asker: Asker, given: OutGiven): Promise<Result<Passing>>;
  /**
   * The same for good, in the transaction that moves it: everything that may have changed meanwhile is asked again
   * behind the lock of each member, and the factor is used up. For each, in their order, why it may not go.
   */
  refused(tx: Tx, wishes: readonly Passing[]): Promise<(Refusal | undefined)[]>;
  /**
   * Writes what went through, in that transaction, and tells each member; its statements are sent before it waits for
   * anything.
   */
  passed(tx: Tx, went: readonly { readonly id: string; readonly wish: Passing }[]): Promise<void>;
  /** Until when something waits that would go there; undefined when it need not. */
  waitsUntil(query: Query, memberId: string, to: Destination | undefined): Promise<number | undefined>;
  /** True when identity is asked for and this member has proven none. */
  needsIdentity(query: Query, memberId: string): Promise<boolean>;
  standing(query: Query, memberId: string): Promise<OutStanding>;
}

/**
 * What is given before something leaves: the login password again, undefined from who gives none; the payment password;
 * a second factor.
 */
interface OutGiven extends Given {
  readonly login: string | null | undefined;
  readonly payment: string | null;
}

export interface WaysOutDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly mode: 'demo' | 'live';
  readonly market: Pick<MarketData, 'usdtPrice'>;
  readonly settings: () => OutLimits;
  readonly second: SecondFactors;
  readonly debts: Debts;
  readonly loginProofs: Pick<LoginProofs, 'ask'>;
  /** Asks for payment passwords, where the switch asks for them. */
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

/** A mail is no place for a whole card number. */
const shownPlace = (to: Destination): string =>
  to.kind === 'card' ? `${to.bank} …${to.number.slice(-4)}` : to.kind === 'address' ? to.address : to.name;

function told({ memberId, kind, amount, coin, to }: Passing): Notification {
  const of = { amount: format(amount), coin };
  return kind === 'withdrawal'
    ? { memberId, kind: 'withdrawal-requested', params: { ...of, address: shownPlace(to) } }
    : { memberId, kind: 'transfer-sent', params: { ...of, to: shownPlace(to) } };
}

/** What is known of the places where things would go. */
interface Known<T> {
  /** Something of the member's had gone there before the change that they wait for. */
  readonly used: ReadonlySet<T>;
  /** The member allowed it, long enough ago. */
  readonly allowed: ReadonlySet<T>;
}

const compareIds = (one: string, other: string): number => {
  const [a, b] = [BigInt(one), BigInt(other)];
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Opens the gate before ways out. */
export function createWaysOut({
  db,
  clock,
  mode,
  market,
  settings,
  second,
  debts,
  loginProofs,
  payments,
}: WaysOutDeps): WaysOut {
  const limitOf = ({ isCertified }: Standing): Amount =>
    isCertified ? settings().daily_limit_certified : settings().daily_limit_uncertified;
  const standingOf = async (query: Query, memberId: string): Promise<Standing> => {
    const found = (await readStandings(query, [memberId], clock.nowMs())).get(memberId);
    if (!found) throw new Error(`no member ${memberId}`);
    return found;
  };

  /** In live mode alone anything waits: until when, for what goes to where nothing went before. */
  function waitUntil({ changedAt }: Standing): { readonly changedAt: Date; readonly untilMs: number } | undefined {
    if (mode !== 'live' || !changedAt) return undefined;
    const untilMs = changedAt.getTime() + WINDOW_MS;
    return untilMs <= clock.nowMs() ? undefined : { changedAt, untilMs };
  }

  /**
   * What is known of where things would go, read at once for all. In live mode an allowed address counts 24 hours after
   * it was allowed.
   */
  async function readKnown<T extends Place>(
    query: Query,
    places: readonly T[],
    standingFor: (place: T) => Standing | undefined,
  ): Promise<Known<T>> {
    const waiting = places.flatMap((place) => {
      const standing = standingFor(place);
      const wait = standing && waitUntil(standing);
      return wait ? [{ place, memberId: place.memberId, to: place.to, before: wait.changedAt }] : [];
    });
    const asked = new Set([
      ...waiting.map(({ place }) => place),
      ...places.filter((place) => standingFor(place)?.isAllowedOnly),
    ]);
    const [used, allowed] = await Promise.all([
      usedBefore(query, waiting),
      allowedBy(query, [...asked], new Date(clock.nowMs() - (mode === 'live' ? WINDOW_MS : 0))),
    ]);
    return { used: new Set([...used].map(({ place }) => place)), allowed };
  }

  /** Until when this waits; undefined when it need not. */
  const waitOf = <T>(standing: Standing, place: T, { used, allowed }: Known<T>): number | undefined =>
    used.has(place) || allowed.has(place) ? undefined : waitUntil(standing)?.untilMs;

  function barred<T>(standing: Standing, place: T, known: Known<T>): Refusal | undefined {
    if (standing.isFrozen) return { reason: 'frozen_member' };
    if (mode === 'live' && !standing.isEmailProven) return { reason: 'email_unproven' };
    if (standing.isAllowedOnly && !known.allowed.has(place)) return { reason: 'address_not_allowed' };
    const untilMs = waitOf(standing, place, known);
    if (untilMs !== undefined) return { reason: 'withdrawals_wait', params: { until: momentText(untilMs) } };
    return settings().identity_for_withdrawal === 1 && !standing.isCertified
      ? { reason: 'identity_needed' }
      : undefined;
  }
  function overLimit(standing: Standing, used: Amount, worth: Amount | null): Refusal | undefined {
    const limit = limitOf(standing);
    if (worth === null || plus(used, worth) <= limit) return undefined;
    return {
      reason: 'daily_limit',
      params: { maximum: formatShort(limit), left: formatShort(used < limit ? minus(limit, used) : ZERO) },
    };
  }

  /** Why a factor does not open the gate; undefined when it does, and is used up. */
  async function refusedProof(tx: Tx, wish: Passing): Promise<Refusal | undefined> {
    const { memberId, proof } = wish;
    if (!proof) {
      // One may have been set since it was asked for.
      return (await second.wanted(tx, memberId)).length > 0 ? { reason: 'second_factor_required' } : undefined;
    }
    if (await second.take(tx, memberId, proof, wordsOf(wish))) return undefined;
    return { reason: proof.kind === 'passkey' ? 'bad_passkey' : 'bad_second_factor' };
  }

  /**
   * Uses the factors up that were shown: sent for all together, in the order of members, so that batches of two
   * processes never wait for each other, and of one member in the order they came.
   */
  async function refusedProofs(tx: Tx, wishes: readonly Passing[]): Promise<ReadonlyMap<Passing, Refusal>> {
    const sorted = wishes.toSorted((one, other) => compareIds(one.memberId, other.memberId));
    const refusals = await Promise.all(sorted.map((wish) => refusedProof(tx, wish)));
    return new Map(
      sorted.flatMap((wish, index): [Passing, Refusal][] => {
        const refusal = refusals[index];
        return refusal ? [[wish, refusal]] : [];
      }),
    );
  }

  /**
   * Frozen, waiting, uncertified or over the limit: behind the members' locks. What is let through here counts for
   * those after it.
   */
  async function refusedStandings(tx: Tx, wishes: readonly Passing[]): Promise<ReadonlyMap<Passing, Refusal>> {
    const memberIds = [...new Set(wishes.map(({ memberId }) => memberId))];
    await lockMembers(tx, memberIds);
    const [standings, used] = await Promise.all([
      readStandings(tx, memberIds, clock.nowMs()),
      usedBy(tx, memberIds, clock.nowMs()),
    ]);
    const known = await readKnown(tx, wishes, ({ memberId }) => standings.get(memberId));
    const counted = new Map(memberIds.map((id) => [id, used(id).total]));
    const refused = new Map<Passing, Refusal>();
    for (const wish of wishes) {
      const standing = standings.get(wish.memberId);
      const before = counted.get(wish.memberId) ?? ZERO;
      const refusal = standing
        ? (barred(standing, wish, known) ?? overLimit(standing, before, wish.worth))
        : { reason: 'not_found' as const };
      if (refusal) refused.set(wish, refusal);
      else counted.set(wish.memberId, plus(before, wish.worth ?? ZERO));
    }
    return refused;
  }

  return {
    async open(wish, asker, { login, payment, ...given }) {
      const { memberId } = wish;
      const standing = await standingOf(db, memberId);
      const refusal = barred(standing, wish, await readKnown(db, [wish], () => standing));
      if (refusal) return { ok: false, refusal };
      const [debt] = await debts.look(db, 'leaves', [wish]);
      if (debt) return { ok: false, refusal: debt };
      const worth = worthOf(wish.coinId, wish.amount, market);
      const over = overLimit(standing, (await usedBy(db, [memberId], clock.nowMs()))(memberId).total, worth);
      if (over) return { ok: false, refusal: over };
      const proven = await loginProofs.ask(asker, login);
      if (!proven.ok) return proven;
      const allowed = await payments.check(memberId, payment);
      if (!allowed.ok) return allowed;
      const shown = await second.ask(memberId, given, { purpose: 'withdraw', words: wordsOf(wish) });
      if (!shown.ok) return shown;
      return ok({ ...wish, worth, proof: shown.value });
    },
    async refused(tx, wishes) {
      const barredHere = await refusedStandings(tx, wishes);
      const able = wishes.filter((wish) => !barredHere.has(wish));
      const owed = await debts.refused(tx, 'leaves', able);
      const indebted = new Map(
        able.flatMap((wish, index): [Passing, Refusal][] => (owed[index] ? [[wish, owed[index]]] : [])),
      );
      const proofs = await refusedProofs(
        tx,
        able.filter((wish) => !indebted.has(wish)),
      );
      return wishes.map((wish) => barredHere.get(wish) ?? indebted.get(wish) ?? proofs.get(wish));
    },
    async passed(tx, went) {
      if (went.length === 0) return;
      const nowMs = clock.nowMs();
      // Sent at once, all of it: the commit follows on their heels.
      await Promise.all([
        tx.run(write, [new Date(nowMs), ...PASSED.arrays(went, (each) => ({ ...each.wish, ref: each.id }))]),
        notifyMember(
          tx,
          went.map(({ wish }) => told(wish)),
          nowMs,
        ),
      ]);
    },
    async waitsUntil(query, memberId, to) {
      const standing = await standingOf(query, memberId);
      if (!to) return waitUntil(standing)?.untilMs;
      const place = { memberId, to };
      return waitOf(standing, place, await readKnown(query, [place], () => standing));
    },
    needsIdentity: async (query, memberId) =>
      settings().identity_for_withdrawal === 1 && !(await standingOf(query, memberId)).isCertified,
    async standing(query, memberId) {
      const standing = await standingOf(query, memberId);
      const { total, byKind, frees } = (await usedBy(query, [memberId], clock.nowMs()))(memberId);
      const limit = limitOf(standing);
      return {
        level: standing.isCertified ? 2 : 1,
        limit,
        used: total,
        left: total < limit ? minus(limit, total) : ZERO,
        frees,
        byKind,
        waitsUntilMs: waitUntil(standing)?.untilMs,
      };
    },
  };
}
