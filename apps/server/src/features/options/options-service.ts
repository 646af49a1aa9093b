import { ACCOUNT_TYPE, DIRECTION, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { format, formatShort, PLACES, placesUsed, unitOf, ZERO } from '@plimsoll/money';
import { winnings } from '@plimsoll/rules';
import { accountKey, availableIn, type GroupedWriter } from '../../ledger/index.ts';
import type { MarketData, MarkTape, Tape } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import type { Log } from '../../platform/log.ts';
import { PolledCache } from '../../platform/polled-cache.ts';
import type { HouseLimits } from './house-limits.ts';
import { LINE_WITHIN_MS, NEXT_WITHIN_MS } from './order.ts';
import { Settler } from './settler.ts';
import { placeOptions, type StakeCoin } from './place-option.ts';
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
  readonly #place: ReturnType<typeof placeOptions>;

  constructor(deps: OptionDeps) {
    const { db, tape, marks, clock, log, settling, settled, settings } = deps;
    this.#deps = deps;
    this.#terms = new PolledCache<Terms>(NO_TERMS, { read: () => readTerms(db), clock, log });
    this.#place = placeOptions(clock, settings.limits);
    this.settler = new Settler({
      db,
      writer: settling,
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
    { m_id, ctime, ctzed, buytype }: Input<'creatorder'>,
    claim?: IdempotencyClaim,
  ): Promise<Result<Answer<'creatorder'>>> {
    const { market: markets, clock, writer, settings } = this.#deps;
    const coin = this.coin();
    if (!coin) return refuse('switched_off');
    const { version, offered } = this.#terms.current();
    const term = offered.find(({ seconds }) => String(seconds) === ctime);
    if (!term) return refuse('bad_value');
    if (placesUsed(ctzed) > coin.decimals) return refuse('bad_amount');
    const market = markets.byId(m_id);
    if (!market) return refuse('not_found');

    const placedAtMs = clock.nowMs();
    if (!markets.mark(market.id)) return refuse('stale_market');
    if (ctzed < term.min) return refuse('amount_below_minimum', { minimum: formatShort(term.min), coin: coin.title });
    if (ctzed > term.max) return refuse('amount_above_maximum', { maximum: formatShort(term.max), coin: coin.title });
    const wins = winnings({ stake: ctzed, rate: term.rate, unit: unitOf(coin.decimals) });
    // The terms prevent a win that rounds to nothing (RULES 1) while the coin keeps eight places.
    if (wins === 0n) return refuse('amount_below_minimum', { minimum: formatShort(term.min), coin: coin.title });
    const lineDelayMs = settings.lineDelayMs();
    const placed = await writer.submit(
      this.#place,
      {
        memberId,
        coin,
        marketId: market.id,
        direction: buytype === String(DIRECTION.up) ? 'up' : 'down',
        stake: ctzed,
        decimals: coin.decimals,
        termsVersion: version,
        seconds: term.seconds,
        rate: term.rate,
        winnings: wins,
        freshMs: Math.max(1, Math.round(settings.freshSeconds() * 1000)),
        placedAtMs,
        lineDelayMs,
        lineWithinMs: LINE_WITHIN_MS,
        nextWithinMs: NEXT_WITHIN_MS,
      },
      claim,
    );
    if (placed.ok) this.settler.expect(placedAtMs + lineDelayMs);
    return placed;
  }
}
