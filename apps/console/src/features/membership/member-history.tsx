import type { HistoryLine } from '@plimsoll/contract/operator';
import { HISTORY_DAYS } from '@plimsoll/contract/codes/times';
import { SkeletonBlock, Empty, ErrorState, Figure, Loading } from '@plimsoll/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { useProblemWords } from '../../platform/problem-words.ts';
import { Moment, NotRefreshed, RowsTable, useNumberText, type Column } from '../../platform/resource/index.ts';

const MAX = 50;
const PLACES = {
  deposit: '/deposits',
  withdrawal: '/withdrawals',
  transfer: '/transfers',
  sent: '/member-transfers',
  received: '/member-transfers',
  correction: '/corrections',
} as const;
const NOT_SIGNED = 'transfer';

function useColumns() {
  const t = useTranslations('console-members');
  return useMemo(
    (): readonly Column<HistoryLine & { readonly id: string }>[] => [
      {
        id: 'at',
        header: t('at'),
        cell: ({ at }) => (
          <span className="text-ink-2">
            <Moment at={at} />
          </span>
        ),
      },
      {
        id: 'what',
        header: t('what'),
        cell: ({ what, ref }) => (
          <Link to={`${PLACES[what]}/${ref}`} className="font-medium text-water">
            {t(`history.${what}`)}
          </Link>
        ),
      },
      {
        id: 'note',
        header: t('where'),
        wraps: true,
        cell: ({ note, what }) =>
          what === NOT_SIGNED ? '' : <span className="text-ink-2 [overflow-wrap:anywhere]">{note}</span>,
      },
      {
        id: 'amount',
        header: t('amount'),
        end: true,
        cell: ({ amount, what }) => <Figure value={amount} places={8} signed={what !== NOT_SIGNED} />,
      },
      { id: 'coin', header: t('coin'), cell: ({ coinName }) => <span className="text-ink-3">{coinName}</span> },
      {
        id: 'state',
        header: t('state'),
        end: true,
        cell: ({ state }) => (
          <span className={state === 'refused' ? 'text-danger' : state === 'waiting' ? 'text-warn' : 'text-ink-2'}>
            {t(`history.${state}`)}
          </span>
        ),
      },
    ],
    [t],
  );
}

/** A member's last 30 days, each line with its record. */
export function MemberHistory({ id }: { readonly id: string }) {
  const t = useTranslations('console-members');
  const numberText = useNumberText();
  const name = t('tabs.history', { days: numberText(HISTORY_DAYS) });
  const words = useProblemWords();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['members', 'history', id, MAX],
    queryFn: async ({ signal }) =>
      (await ask<{ list: HistoryLine[] }>('GET', `/members/${id}/history`, { query: { limit: MAX }, signal })).data
        .list,
    retry: false,
  });
  const columns = useColumns();
  const rows = useMemo(
    () => (data ?? []).map((line) => ({ ...line, id: `${line.what} ${line.ref} ${line.at}` })),
    [data],
  );
  if (isPending)
    return (
      <Loading label={name}>
        <div className="grid gap-2">
          {Array.from({ length: 4 }, (_, at) => (
            <SkeletonBlock key={at} height={32} />
          ))}
        </div>
      </Loading>
    );
  if (!data) return <ErrorState title={t('failed')} text={words(error)} onRetry={() => void refetch()} />;
  return (
    <>
      <NotRefreshed className="mb-3" error={error} onRetry={() => void refetch()} />
      {rows.length === 0 ? (
        <Empty title={t('noHistory')} />
      ) : (
        <RowsTable label={name} columns={columns} rows={rows} inset />
      )}
    </>
  );
}
