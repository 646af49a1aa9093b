import type { Clock } from '../../platform/clock.ts';
import type { HotContent } from '../../platform/http/hot.ts';
import type { RawAnswer, RawRequest, RawRoute } from '../../platform/http/route.ts';
import type { LiveData } from '../live-data.ts';
import type { Market } from '../types.ts';

export type Answering = (query: URLSearchParams) => HotContent | RawAnswer | string;

/** An answer for one request, not cached. */
export const answerOf = (value: unknown): RawAnswer => ({ status: 200, json: JSON.stringify(value) });

/** A path of HTX's protocol; errors are `invalid-parameter` in HTX's shape, on HTTP 200. */
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

/** As {@link htxRoute}, for the market that `symbol` names. */
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

/** A whole number from 0 in a query; undefined for anything else. */
export const wholeNumber = (text: string): number | undefined => (WHOLE.test(text) ? Number(text) : undefined);

/** `size` of a query from 1 to `max`, `usual` when absent; undefined for anything else. */
export function sizeOf(
  query: URLSearchParams,
  { usual, max }: { readonly usual: number; readonly max: number },
): number | undefined {
  const size = wholeNumber(query.get('size') ?? String(usual));
  return size !== undefined && size >= 1 && size <= max ? size : undefined;
}

/** The error for a `size` that {@link sizeOf} refuses. */
export const badSize = (max: number): string => `invalid size, valid range: [1,${max}]`;

/** Parsed queries: charts repeat a few, and parsing costs more than answering. */
const known = new Map<string, URLSearchParams | undefined>();
const MAX_KNOWN = 1_000;
const LONGEST_KNOWN = 100;

function onlyOnce(search: string): URLSearchParams | undefined {
  if (known.has(search)) return known.get(search);
  const query = new URLSearchParams(search);
  const once = new Set(query.keys()).size === query.size ? query : undefined;
  if (known.size < MAX_KNOWN && search.length <= LONGEST_KNOWN) known.set(search, once);
  return once;
}
