import type { MarkGap, VoidOption } from '@plimsoll/contract';
import type { Pages } from '@plimsoll/ui';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../platform/client.ts';
import { byId, usePages } from '../../platform/use-pages.ts';

const EVERY_MS = 15_000;

/** The identity of a gap: its beginning and its market; whole numbers up to 10¹⁶. */
const gapId = ({ from, m_id: marketId }: MarkGap): number => Date.parse(from) * 1000 + marketId;

const ofMarket = (symbol: string) => (symbol === '' ? {} : { symbol });

/** Void options of a market, or of all. */
export const useVoids = (symbol: string): Pages<VoidOption> =>
  usePages({
    key: ['voids', symbol],
    idOf: byId,
    fetchPage: (page, signal) => get('voids', { ...ofMarket(symbol), ...page }, { signal, quiet: true }),
    everyMs: () => EVERY_MS,
  });

/** Gaps in the marks of a market, or of all. */
export const useGaps = (symbol: string): Pages<MarkGap> =>
  usePages({
    key: ['gaps', symbol],
    idOf: gapId,
    fetchPage: (page, signal) => get('gaps', { ...ofMarket(symbol), ...page }, { signal, quiet: true }),
    everyMs: () => EVERY_MS,
  });

/** The longest page. */
const MAX_LIMIT = 50;
const MS_PER_DAY = 86_400_000;

/** The rows of a page since a moment, and whether there may be more of them. */
function since<Row>(rows: readonly Row[], atOf: (row: Row) => string, fromMs: number) {
  const recent = rows.filter((row) => Date.parse(atOf(row)) >= fromMs);
  return { rows: recent, counted: { count: recent.length, isMore: recent.length === MAX_LIMIT } };
}

/** Void options and gaps of the last days: the newest void options, and how many of both. */
export const useLatestVoids = (days: number) =>
  useQuery({
    queryKey: ['voids', 'latest', days],
    queryFn: async ({ signal }) => {
      const page = { page: 1, limit: MAX_LIMIT };
      const options = { signal, quiet: true };
      const [voids, gaps] = await Promise.all([get('voids', page, options), get('gaps', page, options)]);
      const fromMs = Date.now() - days * MS_PER_DAY;
      const recent = since(voids.list, ({ placed }) => placed, fromMs);
      const marked = since(gaps.list, ({ from }) => from, fromMs);
      return { newest: recent.rows, voids: recent.counted, gaps: marked.counted };
    },
    refetchInterval: EVERY_MS,
  });
