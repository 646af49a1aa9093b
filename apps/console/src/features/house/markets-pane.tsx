import type { Overview } from '@plimsoll/contract/operator';
import { formatDecimal } from '@plimsoll/i18n';
import { Count, Figure, linkClass, Live, useReading } from '@plimsoll/ui';
import { DenseTable, Pane, TableScroll } from '@plimsoll/ui/console';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOverview } from '../../platform/overview.ts';
import { ageSeconds, firstMarkets } from './figures.ts';
import { ReportState } from './report.tsx';

const SHOWN = 5;

/** Freshness of each market's prices, stale ones first. */
export function MarketsPane() {
  const t = useTranslations('console');
  const { data, error, refetch } = useOverview();
  const [isWhole, setWhole] = useState(false);
  const markets = firstMarkets(data?.feed.markets ?? []);
  const old = markets.filter(({ fresh }) => !fresh).length;
  const shown = isWhole ? markets : markets.slice(0, Math.max(SHOWN, old));
  return (
    <Pane title={t('overview.markets')} aside={t('overview.freshMeans')}>
      {!data ? (
        <ReportState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <TableScroll label={t('overview.markets')}>
            <DenseTable>
              <MarketHeads />
              <tbody>
                {shown.map((market) => (
                  <MarketRow key={market.m_id} market={market} now={data.feed.now} />
                ))}
              </tbody>
            </DenseTable>
          </TableScroll>
          {markets.length > SHOWN && (
            <button
              type="button"
              className={`${linkClass} hit mt-3 text-13`}
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole
                ? t('overview.fewerMarkets')
                : t('overview.moreMarkets', { count: markets.length - shown.length })}
            </button>
          )}
        </>
      )}
    </Pane>
  );
}

function MarketHeads() {
  const t = useTranslations('console');
  return (
    <thead>
      <tr>
        <th scope="col">{t('overview.market')}</th>
        <th scope="col" className="r">
          {t('overview.lastTick')}
        </th>
        <th scope="col" className="r">
          {t('overview.spread')}
        </th>
        <th scope="col" className="r">
          {t('overview.quarantined')}
        </th>
        <th scope="col" className="r">
          <span className="sr">{t('overview.state')}</span>
        </th>
      </tr>
    </thead>
  );
}

function MarketRow({ market, now }: { readonly market: Overview['feed']['markets'][number]; readonly now: string }) {
  const t = useTranslations('console');
  const { language } = useReading();
  const { coinname, symbol, last_tick: tick, spread, quarantined, fresh } = market;
  return (
    <tr>
      <td className="font-medium">
        <bdi dir="ltr">
          {symbol.toUpperCase().startsWith(coinname)
            ? `${coinname}/${symbol.toUpperCase().slice(coinname.length)}`
            : coinname}
        </bdi>
      </td>
      <td className="r">
        <span className="n">
          {tick === null
            ? '--'
            : t('overview.seconds', { count: formatDecimal(ageSeconds(tick, now), { language, decimals: 1 }) })}
        </span>
      </td>
      <td className="r">{spread === null ? '--' : <Figure value={spread} dim={false} />}</td>
      <td className={`r ${quarantined > 0 ? 'text-warn' : 'text-ink-3'}`}>
        <Count value={quarantined} />
      </td>
      <td className="r">
        <Live old={!fresh}>{t(fresh ? 'overview.fresh' : 'overview.old')}</Live>
      </td>
    </tr>
  );
}
