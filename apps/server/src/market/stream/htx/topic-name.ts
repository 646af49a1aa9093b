import type { Period } from '@plimsoll/contract';
import { isDepthStep, type DepthStep } from '../../htx-api/depth.ts';
import { isPeriod } from '../../htx-api/kline.ts';

/** The subject of an HTX topic; `mbp` pushes changes of a book, `refresh` the whole book. */
export type HtxTopic = { readonly symbol: string } & (
  | { readonly about: 'kline'; readonly period: Period }
  | { readonly about: 'depth'; readonly step: DepthStep }
  | { readonly about: 'mbp' | 'refresh'; readonly levels: number }
  | { readonly about: 'bbo' | 'detail' | 'trade' | 'ticker' }
);

const TOPIC = /^market\.([a-z0-9]{1,40})\.([a-z]+)(?:\.(\w+))?(?:\.(\d+))?$/;
const MBP_LEVELS: readonly string[] = ['5', '20', '150', '400'];
const REFRESH_LEVELS: readonly string[] = ['5', '10', '20'];

/**
 * Parses `market.btcusdt.kline.1min` and the like; undefined for a topic that HTX does not have. The market may not
 * exist.
 */
export function parseTopic(name: string): HtxTopic | undefined {
  const [, symbol = '', about, which = '', levels] = TOPIC.exec(name) ?? [];
  if (about === 'mbp') {
    if (which === 'refresh')
      return levels !== undefined && REFRESH_LEVELS.includes(levels)
        ? { symbol, about: 'refresh', levels: Number(levels) }
        : undefined;
    return levels === undefined && MBP_LEVELS.includes(which) ? { symbol, about, levels: Number(which) } : undefined;
  }
  if (levels !== undefined) return undefined;
  if (about === 'kline') return isPeriod(which) ? { symbol, about, period: which } : undefined;
  if (about === 'depth') return isDepthStep(which) ? { symbol, about, step: which } : undefined;
  if (about === 'trade') return which === 'detail' ? { symbol, about } : undefined;
  return (about === 'bbo' || about === 'detail' || about === 'ticker') && which === '' ? { symbol, about } : undefined;
}
