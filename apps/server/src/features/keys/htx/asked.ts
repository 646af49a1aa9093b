import type { Market, MarketData } from '../../../market/index.ts';
import type { KeptAnswers } from '../../../platform/http/route.ts';
import type { KnownKey } from '../known-keys.ts';
import { CODE, failed, unpermitted, type HtxResult } from './answers.ts';

/** Fields of a body or of a query, by name. */
export type HtxFields = Readonly<Record<string, unknown>>;

/** A request whose key was checked. */
export interface Asked {
  readonly key: KnownKey;
  /** Of the query of a GET, of the body of a POST. */
  readonly fields: HtxFields;
  /** The part of the path that names something. */
  readonly named: string;
  readonly kept: KeptAnswers;
}

/** A field as text; a number as its digits. Undefined for none, an empty one, and for lists and objects. */
export function textOf(fields: HtxFields, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const WHOLE = /^\d{1,15}$/;
/** A whole number of a field; undefined for none, null for anything else. */
export function wholeOf(fields: HtxFields, name: string): number | null | undefined {
  const text = textOf(fields, name);
  if (text === undefined) return fields[name] === undefined || fields[name] === '' ? undefined : null;
  return WHOLE.test(text) ? Number(text) : null;
}

/** A page's size; null for one out of range. */
export function sizeOf(fields: HtxFields, name: string, { usual, max }: { usual: number; max: number }): number | null {
  const size = wholeOf(fields, name);
  if (size === undefined) return usual;
  return size !== null && size >= 1 && size <= max ? size : null;
}

const SIDES: Readonly<Record<string, 1 | 2>> = { buy: 1, sell: 2 };
/** `side`; null for none, undefined for anything else. */
export function sideIn(fields: HtxFields): 1 | 2 | null | undefined {
  const text = textOf(fields, 'side');
  if (text === undefined) return null;
  return Object.hasOwn(SIDES, text) ? SIDES[text] : undefined;
}

const ID = /^[1-9]\d{0,17}$/;
/** An id, as PostgreSQL takes it. */
export const idOf = (text: string | undefined): string | undefined =>
  text !== undefined && ID.test(text) ? text : undefined;

/** The market that `symbol` names, which the key may work on. */
export function marketOf(
  { key, fields }: Pick<Asked, 'key' | 'fields'>,
  markets: Pick<MarketData, 'bySymbol'>,
): Market | HtxResult {
  const symbol = textOf(fields, 'symbol');
  if (symbol === undefined) return failed(CODE.noSymbol, 'Parameter `symbol` is required.');
  const market = markets.bySymbol(symbol);
  if (!market) return failed(CODE.symbol, 'The symbol is invalid');
  return key.isOn(market.id) ? market : unpermitted;
}

/** The same where it need not be given. */
export const marketIfGiven = (
  asked: Pick<Asked, 'key' | 'fields'>,
  markets: Pick<MarketData, 'bySymbol'>,
): Market | HtxResult | undefined =>
  asked.fields['symbol'] === undefined || asked.fields['symbol'] === '' ? undefined : marketOf(asked, markets);

/** True for an answer in place of a market. */
export const isAnswer = (found: Market | HtxResult | undefined): found is HtxResult =>
  found !== undefined && 'ok' in found;

/** Undefined when a request names no account or the member's. */
export function wrongAccount({ key, fields }: Pick<Asked, 'key' | 'fields'>, name: string): HtxResult | undefined {
  const isGiven = fields[name] !== undefined && fields[name] !== '';
  if (!isGiven || textOf(fields, name) === key.memberId) return undefined;
  return failed(CODE.account, 'Account doesnt exist.');
}
