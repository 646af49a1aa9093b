import type { CoinReport } from '@plimsoll/contract/operator';
import { formatDecimal } from '@plimsoll/i18n';
import { CoinMark, Figure, Icon, useReading } from '@plimsoll/ui';
import { DenseTable, Pane, TableScroll } from '@plimsoll/ui/console';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useOverview } from '../../platform/overview.ts';
import { Copyable } from '../../platform/resource/index.ts';
import { FUNDED_NAMES, useAccountWords } from '../ledger/index.ts';
import { firstCoins, housesOf, isZero } from './figures.ts';
import { ReportState, useReport } from './report.tsx';

const READ_EVERY_MS = 10_000;

/** Per coin: balances of members, of each house account and of `outside`. A sum other than zero is an error. */
export default function BalancesScreen() {
  const t = useTranslations('console-house');
  const { data, error, refetch } = useReport<{ list: CoinReport[] }>('/reports/balances', READ_EVERY_MS);
  return (
    <div className="grid grid-cols-1 content-start gap-5 p-4 wide:px-7 wide:py-6">
      {data ? (
        <>
          <Verdict list={data.list} />
          <Pane title={t('balances.coins')}>
            <Sums list={firstCoins(data.list)} />
          </Pane>
          <Pane title={t('balances.houses')}>
            <Houses list={data.list} />
          </Pane>
        </>
      ) : (
        <Pane>
          <ReportState error={error} onRetry={() => void refetch()} />
        </Pane>
      )}
    </div>
  );
}

/** Whether the sum is zero. */
function Verdict({ list }: { readonly list: readonly CoinReport[] }) {
  const t = useTranslations('console-house');
  const { language } = useReading();
  const { data: overview } = useOverview();
  const off = list.filter(({ difference }) => !isZero(difference)).length;
  const isGood = off === 0;
  return (
    <section
      aria-labelledby="verdict"
      className={`grid items-center gap-x-6 gap-y-3 rounded-lg px-5 py-5 wide:grid-cols-[auto_minmax(0,1fr)] wide:px-7 ${isGood ? 'bg-good-tint' : 'bg-danger-tint'}`}
    >
      <Icon of={isGood ? check : warn} size={56} className={isGood ? 'text-good' : 'text-danger'} />
      <div className="grid gap-1">
        <h2 id="verdict" className={`text-28 font-semibold ${isGood ? 'text-good' : 'text-danger'}`}>
          <span role="status">{isGood ? t('balances.zero') : t('balances.notZero', { count: off })}</span>
        </h2>
        <p className="text-ink-2">{t(isGood ? 'balances.zeroText' : 'balances.notZeroText', { count: list.length })}</p>
        {overview && (
          <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
            {t('balances.chain', { journals: formatDecimal(String(overview.ledger.journals), { language }) })}
            <span className="mono min-w-0">
              <Copyable value={overview.ledger.hash} name={t('balances.hash')}>
                {overview.ledger.hash.slice(0, 16)}
              </Copyable>
            </span>
          </p>
        )}
      </div>
    </section>
  );
}

const CoinCell = ({ coin }: { readonly coin: string }) => (
  <td>
    <span className="flex items-center gap-2 font-medium">
      <CoinMark coin={coin} size={20} />
      {coin}
    </span>
  </td>
);

/** The sum, which must be zero. */
function Sums({ list }: { readonly list: readonly CoinReport[] }) {
  const t = useTranslations('console-house');
  return (
    <TableScroll label={t('balances.coins')}>
      <DenseTable>
        <thead>
          <tr>
            <th scope="col">{t('coin')}</th>
            {(['members', 'house', 'outside', 'difference'] as const).map((name) => (
              <th key={name} scope="col" className="r">
                {t(`balances.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((report) => {
            const isGood = isZero(report.difference);
            return (
              <tr key={report.c_id}>
                <CoinCell coin={report.coin} />
                {[report.members, housesOf(report), report.house.outside].map((value, at) => (
                  <td key={at} className="r">
                    <Figure value={value} places={8} />
                  </td>
                ))}
                <td className="r">
                  <span
                    className={`inline-flex items-center gap-1.5 font-semibold ${isGood ? 'text-good' : 'text-danger'}`}
                  >
                    <Figure value={report.difference} places={8} dim={false} />
                    <Icon of={isGood ? check : warn} size={16} />
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </DenseTable>
    </TableScroll>
  );
}

/** The balance of each house account. */
function Houses({ list }: { readonly list: readonly CoinReport[] }) {
  const t = useTranslations('console-house');
  const { houseTitle } = useAccountWords();
  return (
    <TableScroll label={t('balances.houses')}>
      <DenseTable compact>
        <thead>
          <tr>
            <th scope="col">{t('coin')}</th>
            {FUNDED_NAMES.map((name) => (
              <th key={name} scope="col" className="r">
                {houseTitle(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((report) => (
            <tr key={report.c_id}>
              <CoinCell coin={report.coin} />
              {FUNDED_NAMES.map((name) => (
                <td key={name} className="r">
                  <Figure value={report.house[name]} places={8} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DenseTable>
    </TableScroll>
  );
}
