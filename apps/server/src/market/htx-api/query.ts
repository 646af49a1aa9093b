import type { Clock } from '../../platform/clock.ts';
import type { HotContent } from '../../platform/http/hot.ts';
import type { RawAnswer, RawRequest, RawRoute } from '../../platform/http/route.ts';
import type { LiveData } from '../live-data.ts';
import type { Market } from '../types.ts';

/** What answers a query: bytes kept ready, an answer made for it, or, as text, what is wrong with it. */
export type Answering = (query: URLSearchParams) => HotContent | RawAnswer | string;

/** An answer made for one request alone. */
export const answerOf = (value: unknown): RawAnswer => ({ status: 200, json: JSON.stringify(value) });

/** A path of HTX's whose errors are `invalid-parameter` in HTX's own shape, on HTTP 200. */
export function htxRoute(path: string, clock: Clock, answer: Answering): RawRoute {
  return {
    path: `/huobiapi${path}`,
    answer({ search }: RawRequest) {
      const query = onlyOnce(search);
      const answered = query ? answer(query) : 'repeated parameter';
      if (typeof answered !== 'string') return answered;
      return answerOf({ status: 'error', 'err-code': 'invalid-parameter', 'err-msg': answered, ts: clock.nowMs() });
    },
  };
}

/** As {@link htxRoute}, of the market that `symbol` names. */
export function marketRoute(
  path: string,
  { data, clock }: { data: LiveData; clock: Clock },
  answer: (market: Market, query: URLSearchParams) => ReturnType<Answering>,
): RawRoute {
  return htxRoute(path, clock, (query) => {
    const market = data.bySymbol(query.get('symbol') ?? '');
    return market ? answer(market, query) : 'invalid symbol';
  });
}

const WHOLE = /^\d{1,12}$/;

/** A whole number from 0 as it is written in a query; undefined when it is something else. */
export const wholeNumber = (text: string): number | undefined => (WHOLE.test(text) ? Number(text) : undefined);

/** `size` of a query from 1 to `most`, `usual` when it is not given; undefined when it is something else. */
export function sizeOf(
  query: URLSearchParams,
  { usual, most }: { readonly usual: number; readonly most: number },
): number | undefined {
  const size = wholeNumber(query.get('size') ?? String(usual));
  return size !== undefined && size >= 1 && size <= most ? size : undefined;
}

/** What is said of a `size` that {@link sizeOf} does not take. */
export const badSize = (most: number): string => `invalid size, valid range: [1,${most}]`;

/** Charts ask the same few questions over and over: taking them apart costs more than answering them. */
const known = new Map<string, URLSearchParams | undefined>();
const MAX_KNOWN = 1_000;
const LONGEST_KNOWN = 100;

/** The query's parameters, unless one of them was given twice. */
function onlyOnce(search: string): URLSearchParams | undefined {
  if (known.has(search)) return known.get(search);
  const query = new URLSearchParams(search);
  const once = new Set(query.keys()).size === query.size ? query : undefined;
  if (known.size < MAX_KNOWN && search.length <= LONGEST_KNOWN) known.set(search, once);
  return once;
}
