import type { ExchangeCoin } from '@plimsoll/contract';
import { conversionRate, converted, formatShort, minus, price, rate, unitOf, type Amount, type ConversionLeg, type Rate } from '@plimsoll/money';

/** The coin between two that have no market of their own. */
const BETWEEN = 'USDT';

/** How one coin becomes another: by its own market or through USDT. */
export interface ConvertWay {
  /** The coins' names from the first to the last. */
  readonly through: readonly string[];
  readonly spread: Rate;
  /** Undefined while a price on the way is not fresh. */
  readonly legs: readonly ConversionLeg[] | undefined;
}

type Coins = readonly ExchangeCoin[];
type Direct = ExchangeCoin['markets'][number];

const directly = (from: ExchangeCoin, to: ExchangeCoin): Direct | undefined => from.markets.find((each) => each.c_id === to.id);
const legOf = ({ mid, sells }: Direct): ConversionLeg | undefined => (mid === null ? undefined : { mid: price(mid), sells });

/** The way from one coin to another, as the server goes it (rules 5); undefined when there is none. */
export function wayBetween(from: ExchangeCoin, to: ExchangeCoin, coins: Coins): ConvertWay | undefined {
  const between = coins.find(({ title }) => title === BETWEEN);
  const direct = directly(from, to);
  const first = between && directly(from, between);
  const second = between && directly(between, to);
  const markets = direct ? [direct] : first && second ? [first, second] : undefined;
  if (!markets) return undefined;
  const legs = markets.map(legOf).filter((leg) => leg !== undefined);
  return {
    through: direct ? [from.title, to.title] : [from.title, BETWEEN, to.title],
    spread: rate(from.spread),
    legs: legs.length === markets.length ? legs : undefined,
  };
}

/** What an amount comes to at the prices of now. */
export interface Estimate {
  readonly received: Amount;
  /** What the spread takes of it, in the coin received. */
  readonly spread: Amount;
}

/** Reckons as the server will, to the last place; undefined while a price is not fresh. */
export function estimate(given: Amount, to: ExchangeCoin, { legs, spread }: ConvertWay): Estimate | undefined {
  if (!legs) return undefined;
  const unit = unitOf(to.decimals);
  const received = converted(given, legs, spread, unit);
  return { received, spread: minus(converted(given, legs, rate('0'), unit), received) };
}

/** Units received per unit given, after the spread; undefined while a price is not fresh. */
export const rateOf = ({ legs, spread }: ConvertWay): string | undefined => legs && conversionRate(legs, spread);

/** Digits of a rate that are worth reading. */
const DIGITS = 8;

/** A rate with eight digits that count, the rest cut off. */
export function readableRate(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const places = whole === '0' ? DIGITS + (/^0*/.exec(fraction)?.[0].length ?? 0) : Math.max(2, DIGITS - whole.length);
  const kept = fraction.slice(0, places).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** The spread of one market in percent, as text: `0.2`. */
export const spreadPercent = ({ spread }: ConvertWay): string => formatShort((spread * 100n) as Rate);
