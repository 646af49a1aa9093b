import type { Exposure } from '@plimsoll/contract/operator';
import { formatDecimal } from '@plimsoll/i18n';
import { amount } from '@plimsoll/money';
import { Compact, Count, Figure, useReading } from '@plimsoll/ui';
import { BothWays, LoadToTheLine, Pane } from '@plimsoll/ui/console';
import { useTranslations } from 'use-intl';
import { usePercentText } from '../../platform/resource/index.ts';
import { isZero, percentOf } from './figures.ts';
import { ReportState, useReport } from './report.tsx';

const READ_EVERY_MS = 10_000;
const MARKETS_SHOWN = 8;

/** The payout if every open option won, against what is available. */
export function ExposurePane() {
  const t = useTranslations('console');
  const { data, error, refetch } = useReport<Exposure>('/reports/exposure', READ_EVERY_MS);
  return (
    <Pane title={t('overview.exposure')} aside={data && t('overview.open', { count: data.options.open })}>
      {data ? <Worst options={data.options} /> : <ReportState error={error} onRetry={() => void refetch()} />}
    </Pane>
  );
}

function Worst({ options }: { readonly options: Exposure['options'] }) {
  const t = useTranslations('console');
  const { language } = useReading();
  const percentText = usePercentText();
  const { worst, reserve, coin, markets } = options;
  const percent = percentOf(worst, reserve);
  const share = t('overview.share', { percent: percentText(percent) });
  const open = markets.filter(({ up, down }) => !isZero(up.stakes) || !isZero(down.stakes));
  const widest = open
    .flatMap(({ up, down }) => [up.stakes, down.stakes])
    .reduce((most, each) => (amount(each) > amount(most) ? each : most), '0');
  return (
    <>
      <p className="text-24 font-semibold">
        <Figure value={worst} places={2} dim={false} />{' '}
        <span className="text-14 font-medium text-ink-3">
          {t('overview.ofReserve', { reserve: formatDecimal(reserve, { language, decimals: 2 }), coin })}
        </span>
      </p>
      <div className="mt-2">
        <LoadToTheLine percent={percent} label={share} />
      </div>
      <p className="mt-1 flex flex-wrap justify-between gap-2 text-12 text-ink-3">
        <span>{share}</span>
        <span>{t('overview.line')}</span>
      </p>
      {open.length === 0 ? (
        <p className="mt-5 text-13 text-ink-3">{t('overview.noStakes')}</p>
      ) : (
        <>
          <p className="mt-5 mb-1 flex justify-between text-12 text-ink-3">
            <span>{t('overview.downStakes')}</span>
            <span>{t('overview.byMarket')}</span>
            <span>{t('overview.upStakes')}</span>
          </p>
          {open.slice(0, MARKETS_SHOWN).map(({ m_id, coinname, symbol, up, down }) => (
            <BothWays
              key={m_id}
              name={
                <bdi dir="ltr">
                  {symbol.toUpperCase().startsWith(coinname)
                    ? `${coinname}/${symbol.toUpperCase().slice(coinname.length)}`
                    : coinname}
                </bdi>
              }
              down={<Stakes value={down.stakes} />}
              up={<Stakes value={up.stakes} />}
              downPercent={percentOf(down.stakes, widest)}
              upPercent={percentOf(up.stakes, widest)}
            />
          ))}
        </>
      )}
    </>
  );
}

const MAX_SHOWN = 9;
function Stakes({ value }: { readonly value: string }) {
  if (isZero(value)) return <Count value={0} />;
  return value.replace(/\.?0+$/, '').length > MAX_SHOWN ? (
    <span title={value}>
      <Compact value={value} />
    </span>
  ) : (
    <Figure value={value} bright={0} dim={false} />
  );
}
