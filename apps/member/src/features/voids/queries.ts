import type { MarkGap, VoidOption } from '@plimsoll/contract';
import type { Pages } from '@plimsoll/ui';
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
