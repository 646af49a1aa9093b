import { formatTime } from '@plimsoll/i18n';
import { placesUsed } from '@plimsoll/money';
import { Figure, SkeletonBlock, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useMarketTrades, written, type MarketTrade } from '../chart/index.ts';
import type { Terms } from './terms.ts';

/** How many are read, and how many of them stand under the book. */
const READ = 30;
const FEW = 6;

function Row({ trade, terms }: { readonly trade: MarketTrade; readonly terms: Terms }) {
  const t = useTranslations('spot.form');
  const reading = useReading();
  const isBuy = trade.direction === 'buy';
  return (
    <tr className="three">
      <td>
        <span className="chg" data-way={isBuy ? 'up' : 'down'}>
          <span className="sr">{t(isBuy ? 'buy' : 'sell')} </span>
          <Figure
            value={written(trade.price, placesUsed(terms.priceStep))}
            places={Math.max(2, placesUsed(terms.priceStep))}
            dim={false}
          />
        </span>
      </td>
      <td className="text-ink-2">
        <Figure value={written(trade.amount, placesUsed(terms.step))} places={placesUsed(terms.step)} dim={false} />
      </td>
      <td className="text-ink-3">
        <span className="n">{formatTime(trade.ts, { ...reading, style: 'time' })}</span>
      </td>
    </tr>
  );
}

interface RecentTradesProps {
  readonly symbol: string;
  readonly terms: Terms;
  readonly isWhole: boolean;
}

/** The market's newest trades, newest first: all that are read, or a few. */
export function RecentTrades({ symbol, terms, isWhole }: RecentTradesProps) {
  const t = useTranslations('spot.book');
  const wide = useTranslations('wide');
  const { data: trades, isError } = useMarketTrades(symbol, READ);
  const shown = trades?.slice(0, isWhole ? READ : FEW);
  if (!shown)
    return isError ? (
      <p role="status" className="text-12 text-warn">
        {wide('tradesFailed')}
      </p>
    ) : (
      <SkeletonBlock height={isWhole ? 300 : 150} />
    );
  if (shown.length === 0) return <p className="text-13 text-ink-3">{wide('noTrades')}</p>;
  return (
    <table className="trades" aria-label={wide('recent')}>
      <thead className={isWhole ? 'text-11 text-ink-3' : 'sr'}>
        <tr className="three">
          <th>{t('price')}</th>
          <th>{t('amount')}</th>
          <th>{wide('time')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((trade) => (
          <Row key={trade.id} trade={trade} terms={terms} />
        ))}
      </tbody>
    </table>
  );
}
