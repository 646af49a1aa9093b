import type { UnusualResult, UnusualResults } from '@plimsoll/contract/operator';
import { formatDecimal } from '@plimsoll/i18n';
import { Count, Figure, useReading } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Moment, RowsTable, type Column } from '../../platform/resource/index.ts';
import { ReportState, useReport } from '../house/index.ts';

const READ_EVERY_MS = 300_000;
/** The contract's thresholds: number of options, σ, and one in how many by chance. */
const ASKED = { options: '200', sigmas: '3', every: '370' } as const;

type Row = UnusualResult & { readonly id: number };

/** Members whose results chance hardly explains. */
export default function UnusualScreen() {
  const { data, error, refetch } = useReport<UnusualResults>('/reports/unusual-results', READ_EVERY_MS);
  return (
    <div className="grid grid-cols-1 content-start gap-5 p-4 wide:px-7 wide:py-6">
      {data ? (
        <Listed report={data} />
      ) : (
        <Pane>
          <ReportState error={error} onRetry={() => void refetch()} />
        </Pane>
      )}
    </div>
  );
}

function useColumns(coin: string): readonly Column<Row>[] {
  const t = useTranslations('console-reports.unusual');
  return useMemo(
    () => [
      {
        id: 'member',
        header: t('member'),
        wraps: true,
        cell: ({ username }) => <bdi className="[overflow-wrap:anywhere]">{username}</bdi>,
      },
      {
        id: 'sigmas',
        header: t('sigmas'),
        end: true,
        cell: ({ sigmas }) => (
          <b className="font-semibold">
            <Figure value={sigmas} places={2} signed dim={false} />
          </b>
        ),
      },
      {
        id: 'result',
        header: t('result', { coin }),
        end: true,
        cell: ({ result }) => <Figure value={result} places={2} signed />,
      },
      {
        id: 'expected',
        header: t('expected', { coin }),
        end: true,
        isLess: true,
        cell: ({ expected }) => <Figure value={expected} places={2} signed />,
      },
      {
        id: 'stakes',
        header: t('stakes', { coin }),
        end: true,
        isLess: true,
        cell: ({ stakes }) => <Figure value={stakes} places={2} />,
      },
      { id: 'won', header: t('won'), end: true, isLess: true, cell: ({ won }) => <Count value={won} /> },
      { id: 'lost', header: t('lost'), end: true, isLess: true, cell: ({ lost }) => <Count value={lost} /> },
      { id: 'moments', header: t('moments'), end: true, cell: ({ moments }) => <Count value={moments} /> },
      {
        id: 'first',
        header: t('first'),
        end: true,
        isLess: true,
        cell: ({ first }) => <Moment at={first} as="full" />,
      },
      { id: 'last', header: t('last'), end: true, isLess: true, cell: ({ last }) => <Moment at={last} as="full" /> },
    ],
    [t, coin],
  );
}

function Listed({ report: { coin, list, examined } }: { readonly report: UnusualResults }) {
  const t = useTranslations('console-reports.unusual');
  const { language } = useReading();
  const columns = useColumns(coin);
  const rows = useMemo(() => list.map((each): Row => ({ ...each, id: each.member_id })), [list]);
  const written = (digits: string) => formatDecimal(digits, { language });
  return (
    <>
      <Pane
        title={t('lead', { count: list.length, sigmas: written(ASKED.sigmas) })}
        aside={t('examined', { count: examined })}
      >
        <p className="max-w-160 text-13 text-ink-2">
          {t('text', { options: written(ASKED.options), every: written(ASKED.every) })}
        </p>
        <p className="mt-2 max-w-160 text-13 text-ink-2">{t('nothing')}</p>
      </Pane>
      {rows.length > 0 && (
        <Pane>
          <RowsTable label={t('label')} columns={columns} rows={rows} linkOf={({ id }) => `/members/${id}`} />
        </Pane>
      )}
    </>
  );
}
