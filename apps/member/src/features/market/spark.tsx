import type { MarketItem } from '@plimsoll/contract';
import { MARKET_DAY_HOURS } from '@plimsoll/contract/codes/times';
import { formatDecimal } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { placesOfMarket } from './figures.ts';
import { SPARK_HEIGHT, sparkShape, SPARK_WIDTH } from './spark-line.ts';
import type { Sparklines } from './use-sparklines.ts';

interface SparkProps {
  readonly market: MarketItem;
  readonly sparks: Sparklines;
  readonly className?: string;
}

/** A market's last 24 hours over the price they began with; grey when old, the line alone when unknown. */
export function Spark({ market, sparks, className = '' }: SparkProps) {
  const t = useTranslations('market');
  const reading = useReading();
  const line = sparks.of(market.id);
  const shape = line && sparkShape(line, market.close);
  const places = placesOfMarket(market);
  const write = (price: string) => formatDecimal(price, { ...reading, decimals: places });
  return (
    <svg
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      width={SPARK_WIDTH}
      height={SPARK_HEIGHT}
      fill="none"
      data-way={sparks.isOld ? 'flat' : shape?.way}
      className={`block flex-none overflow-visible ${className}`}
      {...(shape
        ? {
            role: 'img',
            'aria-label': t('spark', {
              hours: formatDecimal(String(MARKET_DAY_HOURS), reading),
              low: write(shape.low),
              high: write(shape.high),
            }),
          }
        : { 'aria-hidden': true })}
    >
      <path
        d={`M0 ${(shape?.lineY ?? SPARK_HEIGHT / 2).toFixed(1)}H${SPARK_WIDTH}`}
        stroke="var(--line-strong)"
        strokeDasharray="1 3"
        strokeLinecap="round"
      />
      {shape && (
        <path d={shape.path} stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" strokeLinecap="round" />
      )}
    </svg>
  );
}
