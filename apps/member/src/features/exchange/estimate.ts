import {
  inPercent,
  bestRatio,
  chained,
  formatShort,
  leaned,
  minus,
  price,
  rate,
  shownRate,
  unitOf,
  walkLeg,
  ZERO,
  type Amount,
  type Rate,
  type Ratio,
  type WalkedLeg,
} from '@plimsoll/money';
import type { ExchangeCoin } from '@plimsoll/contract';
import { farOf } from '../../platform/unusual.ts';
import type { Book } from '../spot/index.ts';

/** The coin between two that have no market of their own. */
const BETWEEN = 'USDT';

type Coins = readonly ExchangeCoin[];
type Direct = ExchangeCoin['markets'][number];

/** How one coin becomes another: by its own market or through USDT. */
export interface ConvertWay {
  readonly through: readonly string[];
  readonly spread: Rate;
  /** The markets in order, each with the finest amount of the coin it brings. */
  readonly markets: readonly (Direct & { readonly unit: Amount })[];
}

/** The visible books of the markets on a way, in order; undefined while one is loading. */
export type Books = readonly (Book | undefined)[];

const directly = (from: ExchangeCoin, to: ExchangeCoin): ConvertWay['markets'][number] | undefined => {
  const direct = from.markets.find((each) => each.c_id === to.id);
  return direct && { ...direct, unit: unitOf(to.decimals) };
};

/** The way from one coin to another, as on the server (RULES 5); undefined without one. */
export function wayBetween(from: ExchangeCoin, to: ExchangeCoin, coins: Coins): ConvertWay | undefined {
  const between = coins.find(({ title }) => title === BETWEEN);
  const direct = directly(from, to);
  const first = between && directly(from, between);
  const second = between && directly(between, to);
  const markets = direct ? [direct] : first && second ? [first, second] : undefined;
  return (
    markets && {
      through: direct ? [from.title, to.title] : [from.title, BETWEEN, to.title],
      spread: rate(from.spread),
      markets,
    }
  );
}

/** True while every market on the way has a fresh book and a fresh mark. */
export const isFresh = ({ markets }: ConvertWay): boolean =>
  markets.every(({ mid, mark }) => mid !== null && mark !== null);

const leanedOffers = ({ bids, asks }: Book, sells: boolean, lean: Rate): Book['bids'] =>
  (sells ? bids : asks).map(({ price: at, size }) => ({ price: leaned(at, sells ? 'sell' : 'buy', lean), size }));

function legsOf({ markets }: ConvertWay, books: Books): readonly (WalkedLeg & { readonly unit: Amount })[] | undefined {
  const legs = markets.flatMap(({ mid, mark, sells, unit, lean }, index) => {
    const book = books[index];
    return mid === null || mark === null || !book
      ? []
      : [{ sells, unit, mark: price(mark), offers: leanedOffers(book, sells, rate(lean)) }];
  });
  return legs.length === markets.length ? legs : undefined;
}

/** What an amount comes to at the present books and marks. */
export interface Estimate {
  readonly received: Amount;
  /** What the spread takes, in the coin received; undefined where only the spread keeps it within the book. */
  readonly spread: Amount | undefined;
  /** Units received per unit given, before rounding. */
  readonly rate: string;
  /** How far that is from the rate of the smallest amount, of `farOf`: the books are thin. */
  readonly far: string | undefined;
}

/** How far a ratio is below that of the smallest amount. */
function farFrom({ over, under }: Ratio, legs: readonly WalkedLeg[], spread: Rate): string | undefined {
  const best = chained(legs.flatMap((leg) => bestRatio(leg, spread) ?? []));
  return farOf(best.over * under - over * best.under, best.over * under);
}

/** Walks a way market by market; undefined beyond a book. */
function walkedAlong(
  given: Amount,
  legs: NonNullable<ReturnType<typeof legsOf>>,
  spread: Rate,
): Omit<Estimate, 'spread'> | undefined {
  let received = given;
  const ratios: Ratio[] = [];
  for (const { unit, ...leg } of legs) {
    const walked = received === ZERO ? undefined : walkLeg(received, leg, spread, unit);
    if (!walked) return received === ZERO ? { received, rate: '0', far: undefined } : undefined;
    received = walked.received;
    ratios.push(walked.ratio);
  }
  const ratio = chained(ratios);
  return { received, rate: shownRate(ratio), far: farFrom(ratio, legs, spread) };
}

/**
 * Computes as the server does, from the visible books; depth memory makes it less. `beyondBook` when they do not
 * suffice; undefined while a book is loading or a price is not fresh.
 */
export function estimate(given: Amount, way: ConvertWay, books: Books): Estimate | 'beyondBook' | undefined {
  const legs = legsOf(way, books);
  if (!legs) return undefined;
  const walked = walkedAlong(given, legs, way.spread);
  if (!walked) return 'beyondBook';
  const unspread = walkedAlong(given, legs, rate('0'));
  return { ...walked, spread: unspread && minus(unspread.received, walked.received) };
}

/** Units received per unit given of the smallest amount, after the spread; undefined while it is unknown. */
export function rateOf(way: ConvertWay, books: Books): string | undefined {
  const ratios = legsOf(way, books)?.flatMap((leg) => bestRatio(leg, way.spread) ?? []);
  return ratios?.length === way.markets.length ? shownRate(chained(ratios)) : undefined;
}

const DIGITS = 8;

/** A rate with eight significant digits, the rest cut off. */
export function readableRate(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const places = whole === '0' ? DIGITS + (/^0*/.exec(fraction)?.[0].length ?? 0) : Math.max(2, DIGITS - whole.length);
  const kept = fraction.slice(0, places).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** The spread of one market in percent, as text: `0.2`. */
export const spreadPercent = ({ spread }: ConvertWay): string => formatShort(inPercent(spread));
