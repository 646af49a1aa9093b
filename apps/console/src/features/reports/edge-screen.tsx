import type { Edge, EdgeReport } from '@plimsoll/contract/operator';
import { formatDecimal } from '@plimsoll/i18n';
import { Count, Figure, Icon, Seg, useReading } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { warn } from '@plimsoll/ui/icons-shell';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { RowsTable, useMomentText, usePercentText, type Column } from '../../platform/resource/index.ts';
import { ReportState, useReport } from '../house/index.ts';
import { edgeRows, isBelowTerms, type EdgeRow } from './edge-rows.ts';

const READ_EVERY_MS = 60_000;
const DAYS = ['1', '7', '30'] as const;
/** Confidence, in percent. */
const SURE = '95';
const UNKNOWN = '--';

interface PercentProps {
  readonly value: string | null;
  readonly signed?: boolean;
}

const Percent = ({ value, signed = false }: PercentProps) =>
  value === null ? (
    UNKNOWN
  ) : (
    <bdi dir="ltr" className="whitespace-nowrap">
      <Figure value={value} places={2} signed={signed} dim={false} />%
    </bdi>
  );

/** The result, marked where it is below the terms. */
function Kept({ row }: { readonly row: EdgeRow }) {
  const t = useTranslations('console-reports.edge');
  return (
    <span className="inline-flex items-center justify-end gap-1.25">
      {isBelowTerms(row) && (
        <span role="img" aria-label={t('below')} title={t('below')} className="flex text-warn">
          <Icon of={warn} size={16} />
        </span>
      )}
      <b className="font-semibold">
        <Percent value={row.edge} signed />
      </b>
    </span>
  );
}

function Interval({ of: { low, high } }: { readonly of: Edge }) {
  if (low === null || high === null) return UNKNOWN;
  return (
    <bdi dir="ltr" className="whitespace-nowrap">
      <Figure value={low} places={2} signed dim={false} /> – <Figure value={high} places={2} signed dim={false} />%
    </bdi>
  );
}

/** The platform's result of options by market and duration, beside the terms. */
export default function EdgeScreen() {
  const t = useTranslations('console-reports.edge');
  const [days, setDays] = useState<(typeof DAYS)[number]>('7');
  const { data, error, refetch } = useReport<EdgeReport>(`/reports/option-edge?days=${days}`, READ_EVERY_MS);
  return (
    <div className="grid grid-cols-1 content-start gap-5 p-4 wide:px-7 wide:py-6">
      <Seg
        className="w-full max-w-90"
        label={t('period')}
        options={DAYS.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
        value={days}
        onChange={setDays}
      />
      {data ? (
        <>
          <Whole report={data} />
          <ByMarket report={data} />
        </>
      ) : (
        <Pane>
          <ReportState error={error} onRetry={() => void refetch()} />
        </Pane>
      )}
    </div>
  );
}

function Whole({ report: { all, coin, since } }: { readonly report: EdgeReport }) {
  const t = useTranslations('console-reports.edge');
  const { language } = useReading();
  const percentText = usePercentText();
  const at = useMomentText();
  const written = (decimal: string) => formatDecimal(decimal, { language, decimals: 2 });
  return (
    <Pane title={t('all')} aside={t('since', { time: at(since, 'full') })}>
      <p className="text-28 font-semibold">
        <Percent value={all.edge} signed />
      </p>
      <p className="mt-1 text-14 text-ink-2">
        {t('interval', { percent: percentText(SURE) })}: <Interval of={all} />
      </p>
      <p className="mt-1 text-13 text-ink-2">
        {t('sum', {
          result: written(all.result),
          stakes: written(all.stakes),
          coin,
          count: all.options,
          voids: all.voids,
        })}
      </p>
      <p className="mt-2 max-w-160 text-13 text-ink-3">{t('text')}</p>
    </Pane>
  );
}

function useColumns(coin: string): readonly Column<EdgeRow>[] {
  const t = useTranslations('console-reports.edge');
  const { language } = useReading();
  const percentText = usePercentText();
  return useMemo(() => {
    const duration = (seconds: number | null) =>
      seconds === null ? t('every') : t('seconds', { seconds: formatDecimal(String(seconds), { language }) });
    return [
      {
        id: 'market',
        header: t('market'),
        cell: ({ market }) => (
          <bdi dir="ltr" className="font-medium">
            {market}
          </bdi>
        ),
      },
      { id: 'duration', header: t('duration'), end: true, cell: ({ seconds }) => duration(seconds) },
      {
        id: 'options',
        header: t('options'),
        end: true,
        isLess: true,
        cell: ({ options }) => <Count value={options} />,
      },
      { id: 'voids', header: t('voids'), end: true, isLess: true, cell: ({ voids }) => <Count value={voids} /> },
      {
        id: 'stakes',
        header: t('stakes', { coin }),
        end: true,
        isLess: true,
        cell: ({ stakes }) => <Figure value={stakes} places={2} />,
      },
      {
        id: 'result',
        header: t('result', { coin }),
        end: true,
        isLess: true,
        cell: ({ result }) => <Figure value={result} places={2} signed />,
      },
      { id: 'edge', header: t('edge'), end: true, cell: (row) => <Kept row={row} /> },
      {
        id: 'interval',
        header: t('interval', { percent: percentText(SURE) }),
        end: true,
        cell: (row) => <Interval of={row} />,
      },
      { id: 'terms', header: t('terms'), end: true, isLess: true, cell: ({ terms }) => <Percent value={terms} /> },
    ];
  }, [t, coin, language, percentText]);
}

function ByMarket({ report }: { readonly report: EdgeReport }) {
  const t = useTranslations('console-reports.edge');
  const columns = useColumns(report.coin);
  const rows = useMemo(() => edgeRows(report), [report]);
  return (
    <Pane title={t('byMarket')}>
      {rows.length === 0 ? (
        <p className="text-ink-3">{t('none')}</p>
      ) : (
        <RowsTable label={t('byMarket')} columns={columns} rows={rows} isCompact />
      )}
    </Pane>
  );
}
