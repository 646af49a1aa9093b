import {
  ACCOUNT_TYPE,
  DIRECTION,
  ok,
  refuse,
  type Answer,
  type Input,
  type Reason,
  type Refusal,
  type Result,
} from '@plimsoll/contract';
import { format, formatShort, PLACES, placesUsed, unitOf, ZERO, type Amount } from '@plimsoll/money';
import { winnings } from '@plimsoll/rules';
import { accountKey, availableIn, type GroupedWriter } from '../../ledger/index.ts';
import type { MarketData, MarkTape, Tape } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { FairTurns } from '../../platform/fair-turns.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import type { Log } from '../../platform/log.ts';
import { PolledCache } from '../../platform/polled-cache.ts';
import type { HouseLimits } from './house-limits.ts';
import { LINE_WITHIN_MS, NEXT_WITHIN_MS } from './order.ts';
import { Settler } from './settler.ts';
import { limitFaults, placeOptions, type PlaceOptionDeps, type PlacingOption, type StakeCoin } from './place-option.ts';
import { NO_TERMS, readTerms, type Terms } from './terms.ts';

export const STAKED = 'USDT';

export interface OptionSettings {
  /** The maximum age of a fresh market's last mark; stored with each order. */
  readonly freshSeconds: () => number;
  /** `line_delay`: from acceptance to the line; stored with each order. */
  readonly lineDelayMs: () => number;
  readonly limits: () => HouseLimits;
  readonly presets: () => Pick<Answer<'getHyConfig'>, 'hy_numcolstmp' | 'hy_price_type'>;
}

export interface OptionDeps {
  readonly db: Db;
  readonly market: MarketData;
  readonly tape: Pick<Tape, 'complete'>;
  readonly marks: MarkTape;
  readonly writer: GroupedWriter;
  /** The writer of settlement, with a connection of its own: no expiry waits behind orders. */
  readonly settling: GroupedWriter;
  /** Another one, for when many options are due at once. */
  readonly settlingBeside?: GroupedWriter | undefined;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly settings: OptionSettings;
  /** Called with how many milliseconds after their expiry options were settled. */
  readonly settled?: (lateMs: readonly number[]) => void;
}

/** Offers terms, places options and keeps them settled (RULES 4). */
export class OptionsService {
  readonly settler: Settler;
  readonly #deps: OptionDeps;
  readonly #terms: PolledCache<Terms>;
  readonly #placing: PlaceOptionDeps;
  /** Plans wait for locks on one connection at most; members take turns. */
  readonly #plans = new FairTurns();
  readonly #place: ReturnType<typeof placeOptions>;

  constructor(deps: OptionDeps) {
    const { db, tape, marks, clock, log, settling, settlingBeside, settled, settings } = deps;
    this.#deps = deps;
    this.#terms = new PolledCache<Terms>(NO_TERMS, { read: () => readTerms(db), clock, log });
    this.#placing = { clock, limits: settings.limits, priceOf: (coinId) => deps.market.usdtPrice(coinId) };
    this.#place = placeOptions(this.#placing);
    this.settler = new Settler({
      db,
      writer: settling,
      beside: settlingBeside,
      clock,
      log,
      completeMarks: () => marks.complete(),
      completeTrades: () => tape.complete(),
      ...(settled ? { settled } : {}),
    });
  }

  /** Reads the terms, now and every second, and starts settling. Throws when the database cannot be read. */
  async start(): Promise<void> {
    await this.#terms.start();
    this.settler.start();
  }

  async stop(): Promise<void> {
    this.#terms.stop();
    await this.settler.stop();
  }

  /** Reads the terms now, after this process changed them. */
  refreshTerms(): Promise<void> {
    return this.#terms.refresh();
  }

  /** The version of the terms by which an option would be placed now. */
  termsVersion(): number {
    return this.#terms.current().version;
  }

  /** USDT, the staked coin; undefined while it is disabled. */
  coin(): StakeCoin | undefined {
    return this.#deps.market.coins().find(({ title }) => title === STAKED);
  }

  /** The terms of new orders, and the member's balance to stake (WIRE options.getHyConfig). */
  async config(memberId: string): Promise<Answer<'getHyConfig'>> {
    const coin = this.coin();
    const { version, offered } = this.#terms.current();
    const { presets, lineDelayMs, limits } = this.#deps.settings;
    const always = {
      ...presets(),
      terms_version: version,
      line_delay: lineDelayMs(),
      member_limit: format(limits().member),
    };
    if (!coin)
      return {
        ...always,
        coinname: STAKED,
        decimals: PLACES,
        balance: format(ZERO),
        hytime: [],
        hymin: [],
        hymax: [],
        hyrate: [],
      };
    const account = { memberId, type: ACCOUNT_TYPE.options, coinId: coin.id };
    const available = await availableIn(this.#deps.db, [account]);
    return {
      ...always,
      coinname: coin.title,
      decimals: coin.decimals,
      balance: format(available.get(accountKey(account)) ?? ZERO),
      hytime: offered.map((term) => term.seconds),
      hymin: offered.map((term) => format(term.min)),
      hymax: offered.map((term) => format(term.max)),
      hyrate: offered.map((term) => format(term.rate)),
    };
  }

  /** Places an option now; its line is drawn later (WIRE options.creatorder, which gives the order of checks). */
  async place(
    memberId: string,
    input: OptionFields,
    claim?: IdempotencyClaim,
    key?: PlacingOption['key'],
  ): Promise<Result<Answer<'creatorder'>>> {
    const taken = this.#taken(memberId, input, key);
    if (!taken.ok) return taken;
    const { placing, faults } = taken.value;
    const [first] = faults;
    if (first) return { ok: false, refusal: first };
    const placed = await this.#deps.writer.submit(this.#place, placing, claim);
    if (placed.ok) this.settler.expect(placing.placedAtMs + placing.lineDelayMs);
    return placed;
  }

  /** What an option would cost and win, and everything that refuses it (WIRE options.planOption). Nothing is placed. */
  async preview(memberId: string, input: OptionFields, key?: PlacingOption['key']): Promise<Result<OptionPreview>> {
    const taken = this.#taken(memberId, input, key);
    if (!taken.ok) return taken;
    const { placing, faults } = taken.value;
    const account = { memberId, type: ACCOUNT_TYPE.options, coinId: placing.coin.id };
    const [limited, found] = await Promise.all([
      this.#plans.inTurn(memberId, () => limitFaults(this.#deps.db, placing, this.#placing)),
      availableIn(this.#deps.db, [account]),
    ]);
    if (!limited) return refuse('too_many_requests', { seconds: '1' });
    const available = found.get(accountKey(account)) ?? ZERO;
    const known = new Set(faults.map(({ reason }) => reason));
    const refusals = [...faults, ...limited.filter(({ reason }) => !known.has(reason))];
    // As the ledger refuses it, which lets no account fall below zero.
    if (available < placing.stake) refusals.push({ reason: 'insufficient_balance' });
    return ok({ placing, available, refusals });
  }

  /** What is asked for by the terms of now, with what the market and the terms refuse of it. */
  #taken(
    memberId: string,
    { m_id, ctime, ctzed, buytype }: OptionFields,
    key: PlacingOption['key'],
  ): Result<{ readonly placing: PlacingOption; readonly faults: readonly Refusal[] }> {
    const { market: markets, clock, settings } = this.#deps;
    const coin = this.coin();
    if (!coin) return refuse('switched_off');
    const { version, offered } = this.#terms.current();
    const term = offered.find(({ seconds }) => String(seconds) === ctime);
    if (!term) return refuse('bad_value');
    const isExact = placesUsed(ctzed) <= coin.decimals;
    const market = markets.byId(m_id);
    if (!market) return refuse(isExact ? 'not_found' : 'bad_amount');
    const wins = winnings({ stake: ctzed, rate: term.rate, unit: unitOf(coin.decimals) });
    const bound = (reason: Reason, limit: Amount, name: string): Refusal => ({
      reason,
      params: { [name]: formatShort(limit), coin: coin.title },
    });
    const faults: readonly Refusal[] = [
      ...(isExact ? [] : [{ reason: 'bad_amount' } as const]),
      ...(markets.mark(market.id) ? [] : [{ reason: 'stale_market' } as const]),
      // The terms prevent a win that rounds to nothing (RULES 1) while the coin keeps eight places.
      ...(ctzed < term.min || wins === 0n ? [bound('amount_below_minimum', term.min, 'minimum')] : []),
      ...(ctzed > term.max ? [bound('amount_above_maximum', term.max, 'maximum')] : []),
    ];
    const placing: PlacingOption = {
      memberId,
      coin,
      key,
      marketId: market.id,
      direction: buytype === String(DIRECTION.up) ? 'up' : 'down',
      stake: ctzed,
      decimals: coin.decimals,
      termsVersion: version,
      seconds: term.seconds,
      rate: term.rate,
      winnings: wins,
      freshMs: Math.max(1, Math.round(settings.freshSeconds() * 1000)),
      placedAtMs: clock.nowMs(),
      lineDelayMs: settings.lineDelayMs(),
      lineWithinMs: LINE_WITHIN_MS,
      nextWithinMs: NEXT_WITHIN_MS,
    };
    return ok({ placing, faults });
  }
}

type OptionFields = Omit<Input<'creatorder'>, 'plan'>;

/** What an option would be, and everything that refuses it. */
export interface OptionPreview {
  readonly placing: PlacingOption;
  readonly available: Amount;
  readonly refusals: readonly Refusal[];
}
