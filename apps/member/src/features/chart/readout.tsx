import { useTranslations } from 'use-intl';
import type { Bar } from './bar-feed.ts';
import type { ChartPrices } from './prices.ts';

interface ReadoutProps {
  readonly bar: Bar | undefined;
  readonly prices: ChartPrices;
  readonly time: string | undefined;
  readonly isOld: boolean;
}

/** A bar's figures, over the top of the chart. */
export function Readout({ bar, prices, time, isOld }: ReadoutProps) {
  const t = useTranslations('chart.bar');
  if (!bar) return null;
  const facts = [
    [t('openShort'), t('open'), prices.price(bar.open)],
    [t('highShort'), t('high'), prices.price(bar.high)],
    [t('lowShort'), t('low'), prices.price(bar.low)],
    [t('closeShort'), t('close'), prices.price(bar.close)],
    [t('volumeShort'), t('volume'), prices.volume(bar.vol)],
  ] as const;
  const way = bar.close > bar.open ? 'up' : bar.close < bar.open ? 'down' : 'flat';
  return (
    <div
      dir="ltr"
      className={`pointer-events-none absolute left-3 right-18 top-1.5 z-3 flex flex-wrap gap-x-2 text-11 leading-3.5 text-ink-3 ${isOld ? 'stale' : ''}`}
    >
      {time !== undefined && <bdi className="text-ink-2">{time}</bdi>}
      <dl className="contents">
        {facts.map(([short, name, figure]) => (
          <div key={name} className="flex flex-none gap-1">
            <dt>
              <span aria-hidden="true">{short}</span>
              <span className="sr">{name}</span>
            </dt>
            <dd
              className={name === t('close') ? 'chg gap-0.5' : 'n text-ink-2'}
              data-way={name === t('close') ? way : undefined}
            >
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
