import type { CoinReport } from '@plimsoll/contract/operator';
import { formatDecimal } from '@plimsoll/i18n';
import { CoinMark, Figure, Icon, linkClass, Mark, useReading } from '@plimsoll/ui';
import { DenseTable, Pane, TableScroll } from '@plimsoll/ui/console';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOverview } from '../../platform/overview.ts';
import { AuditRuns } from './audit-runs.tsx';
import { firstCoins, housesOf, isZero } from './figures.ts';
import { ReportState, useReport } from './report.tsx';

const READ_EVERY_MS = 30_000;
const SHOWN = 6;
const HASH_SHOWN = 6;

/** Per coin: balances of members, of house accounts and of `outside`; their sum is zero. */
export function BalancesPane() {
  const t = useTranslations('console');
  const { language } = useReading();
  const { data, error, refetch } = useReport<{ list: CoinReport[] }>('/reports/balances', READ_EVERY_MS);
  const { data: overview } = useOverview();
  const [isWhole, setWhole] = useState(false);
  const coins = data ? firstCoins(data.list) : [];
  const off = coins.filter(({ difference }) => !isZero(difference)).length;
  const shown = isWhole ? coins : coins.slice(0, Math.max(SHOWN, off));
  return (
    <Pane
      title={
        <span className="flex items-center gap-2.5">
          <Mark size={26} />
          {t('overview.balances')}
        </span>
      }
      aside={
        overview &&
        t('overview.snapshot', {
          journals: formatDecimal(String(overview.ledger.journals), { language }),
          hash: overview.ledger.hash.slice(0, HASH_SHOWN),
        })
      }
    >
      {!data ? (
        <ReportState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <TableScroll label={t('overview.balances')}>
            <DenseTable compact>
              <CoinHeads />
              <tbody>
                {shown.map((coin) => (
                  <CoinRow key={coin.c_id} report={coin} />
                ))}
              </tbody>
            </DenseTable>
          </TableScroll>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-2 text-13">
            {coins.length > SHOWN ? (
              <button
                type="button"
                className={`${linkClass} hit`}
                aria-expanded={isWhole}
                onClick={() => setWhole(!isWhole)}
              >
                {isWhole ? t('overview.fewer') : t('overview.more', { count: coins.length - shown.length })}
              </button>
            ) : (
              <span />
            )}
            <Balanced off={off} />
          </div>
          {overview && <AuditRuns runs={overview.runs} />}
        </>
      )}
    </Pane>
  );
}

function CoinHeads() {
  const t = useTranslations('console');
  return (
    <thead>
      <tr>
        <th scope="col">{t('overview.coin')}</th>
        <th scope="col" className="r">
          {t('overview.members')}
        </th>
        <th scope="col" className="r">
          {t('overview.house')}
        </th>
        <th scope="col" className="r">
          {t('overview.outside')}
        </th>
        <th scope="col" className="r">
          {t('overview.difference')}
        </th>
      </tr>
    </thead>
  );
}

/** Whether every coin adds up to zero; `off` counts those that do not. */
function Balanced({ off }: { readonly off: number }) {
  const t = useTranslations('console');
  return (
    <span role="status" className={`flex items-center gap-1.25 ${off === 0 ? 'text-good' : 'text-danger'}`}>
      <Icon of={off === 0 ? check : warn} size={16} />
      {off === 0 ? t('overview.allZero') : t('overview.notZero', { count: off })}
    </span>
  );
}

function CoinRow({ report }: { readonly report: CoinReport }) {
  const isGood = isZero(report.difference);
  return (
    <tr>
      <td>
        <span className="flex items-center gap-2 font-medium">
          <CoinMark coin={report.coin} size={20} />
          {report.coin}
        </span>
      </td>
      <td className="r">
        <Figure value={report.members} places={8} />
      </td>
      <td className="r">
        <Figure value={housesOf(report)} places={8} />
      </td>
      <td className="r">
        <Figure value={report.house.outside} places={8} />
      </td>
      <td className="r">
        <span className={`inline-flex items-center gap-1.5 font-semibold ${isGood ? 'text-good' : 'text-danger'}`}>
          <Figure value={report.difference} places={8} dim={false} />
          <Icon of={isGood ? check : warn} size={16} />
        </span>
      </td>
    </tr>
  );
}
