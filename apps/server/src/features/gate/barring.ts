import type { Refusal } from '@plimsoll/contract';
import { formatShort, minus, plus, ZERO, type Amount } from '@plimsoll/money';
import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import { momentText } from '../../platform/moment-text.ts';
import { allowedBy, usedBefore, WINDOW_MS, type Place, type Standing } from './standing.ts';

export interface OutLimits {
  readonly daily_limit_uncertified: Amount;
  readonly daily_limit_certified: Amount;
  readonly identity_for_withdrawal: 0 | 1;
}

export interface BarringDeps {
  readonly clock: Clock;
  readonly mode: 'demo' | 'live';
  readonly settings: () => OutLimits;
}

export interface KnownPlaces<T> {
  /** Something of the member's went there before the change that they wait for. */
  readonly used: ReadonlySet<T>;
  readonly allowed: ReadonlySet<T>;
}

/** The rules by which a member's standing, destination and limit refuse a way out (RULES 8). */
export class Barring {
  readonly #clock: Clock;
  readonly #mode: 'demo' | 'live';
  readonly #settings: () => OutLimits;

  constructor({ clock, mode, settings }: BarringDeps) {
    this.#clock = clock;
    this.#mode = mode;
    this.#settings = settings;
  }

  limitOf({ isCertified }: Standing): Amount {
    return isCertified ? this.#settings().daily_limit_certified : this.#settings().daily_limit_uncertified;
  }

  /** True when identity is required and this member has proven none. */
  needsIdentity({ isCertified }: Standing): boolean {
    return this.#settings().identity_for_withdrawal === 1 && !isCertified;
  }

  /** How long a new destination waits, in live mode only; undefined when it need not. */
  waitUntil({ changedAt }: Standing): { readonly changedAt: Date; readonly untilMs: number } | undefined {
    if (this.#mode !== 'live' || !changedAt) return undefined;
    const untilMs = changedAt.getTime() + WINDOW_MS;
    return untilMs <= this.#clock.nowMs() ? undefined : { changedAt, untilMs };
  }

  /** Until when this place waits, in ms; undefined when it need not. */
  waitOf<T>(standing: Standing, place: T, { used, allowed }: KnownPlaces<T>): number | undefined {
    return used.has(place) || allowed.has(place) ? undefined : this.waitUntil(standing)?.untilMs;
  }

  /** Reads what is known of all these places at once. In live mode an allowed address counts after 24 hours. */
  async readKnown<T extends Place>(
    query: Query,
    places: readonly T[],
    standingFor: (place: T) => Standing | undefined,
  ): Promise<KnownPlaces<T>> {
    const waiting = places.flatMap((place) => {
      const standing = standingFor(place);
      const wait = standing && this.waitUntil(standing);
      return wait ? [{ place, memberId: place.memberId, to: place.to, before: wait.changedAt }] : [];
    });
    const asked = new Set([
      ...waiting.map(({ place }) => place),
      ...places.filter((place) => standingFor(place)?.isAllowedOnly),
    ]);
    const [used, allowed] = await Promise.all([
      usedBefore(query, waiting),
      allowedBy(query, [...asked], new Date(this.#clock.nowMs() - (this.#mode === 'live' ? WINDOW_MS : 0))),
    ]);
    return { used: new Set([...used].map(({ place }) => place)), allowed };
  }

  /** Why nothing of any size may go there; undefined when it may. */
  barred<T>(standing: Standing, place: T, known: KnownPlaces<T>): Refusal | undefined {
    if (standing.isFrozen) return { reason: 'frozen_member' };
    if (this.#mode === 'live' && !standing.isEmailProven) return { reason: 'email_unproven' };
    if (standing.isAllowedOnly && !known.allowed.has(place)) return { reason: 'address_not_allowed' };
    const untilMs = this.waitOf(standing, place, known);
    if (untilMs !== undefined) return { reason: 'withdrawals_wait', params: { until: momentText(untilMs) } };
    return this.needsIdentity(standing) ? { reason: 'identity_needed' } : undefined;
  }

  /** `daily_limit` when this worth does not fit beside what is used; an unknown worth always fits. */
  overLimit(standing: Standing, used: Amount, worth: Amount | null): Refusal | undefined {
    const limit = this.limitOf(standing);
    if (worth === null || plus(used, worth) <= limit) return undefined;
    return {
      reason: 'daily_limit',
      params: { maximum: formatShort(limit), left: formatShort(used < limit ? minus(limit, used) : ZERO) },
    };
  }
}
