import type { HistoryLine } from '@plimsoll/contract/operator';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { HISTORY_DAYS } from '@plimsoll/contract/codes/times';
import { Figure, Tag, type TagKind } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { useOperator } from '../../platform/use-operator.ts';
import {
  MemberLink,
  Moment,
  NotRefreshed,
  OutcomePane,
  RowsTable,
  useNumberText,
  type Column,
} from '../../platform/resource/index.ts';

/** How often queues and open records are fetched. */
export const LOOK_EVERY_MS = 4000;

/** A status as a tag. */
export function StateTag({ status, words }: { readonly status: 1 | 2 | 3; readonly words?: string }) {
  const t = useTranslations('console-review');
  const [kind, icon, key] = (
    { 1: ['wait', clock, 'waiting'], 2: ['ok', check, 'approved'], 3: ['bad', close, 'refused'] } as const
  )[status] satisfies readonly [TagKind, unknown, string];
  return (
    <Tag kind={kind} icon={icon}>
      {words ?? t(key)}
    </Tag>
  );
}

interface Decided {
  readonly id: number;
  readonly status: 1 | 2 | 3;
  readonly remark: string;
  readonly updatetime: string;
  readonly timeline: readonly { readonly at: string; readonly step: string; readonly by: number | null }[];
}

/** Shows a toast when another operator decides the open record. */
export function useOthersDecisions({ id, status, timeline }: Decided): void {
  const t = useTranslations('console-review');
  const notify = useNotify();
  const me = useOperator();
  const seen = useRef({ id, status });
  useEffect(() => {
    const before = seen.current;
    seen.current = { id, status };
    const by = timeline.at(-1)?.by;
    if (
      before.id === id &&
      before.status === RECORD_STATUS.pending &&
      status !== RECORD_STATUS.pending &&
      me &&
      by !== me.id
    )
      notify(t('byOther', { name: t('someone') }), { type: 'warning' });
  }, [id, status, timeline, me, notify, t]);
}

/** The decision, by whom, and the words for the member. */
export function Outcome({ record: { status, timeline, remark, updatetime } }: { readonly record: Decided }) {
  const t = useTranslations('console-review');
  const me = useOperator();
  const by = timeline.at(-1)?.by;
  const name = by === me?.id ? t('outcome.you') : t('outcome.operator', { id: by ?? '' });
  return (
    <OutcomePane
      title={t('outcome.title')}
      at={updatetime}
      text={t(status === RECORD_STATUS.completed ? 'outcome.approved' : 'outcome.refused', { name })}
      remark={remark === '' ? undefined : t('outcome.sentMember', { remark })}
    />
  );
}

const NOTE_MAX = 14;
const shortened = (note: string): string => (note.length > NOTE_MAX ? `${note.slice(0, 6)}…${note.slice(-4)}` : note);
const HISTORY_MAX = 10;

function useColumns() {
  const t = useTranslations('console-review');
  return useMemo(
    (): readonly Column<HistoryLine & { id: string }>[] => [
      {
        id: 'date',
        header: t('history.date'),
        cell: ({ at }) => (
          <span className="text-ink-3">
            <Moment at={at} />
          </span>
        ),
      },
      {
        id: 'what',
        header: t('history.what'),
        wraps: true,
        cell: ({ what, note }) =>
          note === '' || what === 'transfer'
            ? t(`history.${what}`)
            : t('history.noted', { what: t(`history.${what}`), note: shortened(note) }),
      },
      {
        id: 'amount',
        header: t('history.amount'),
        end: true,
        cell: ({ amount, coinName, what }) => (
          <span className={amount.startsWith('-') || what === 'transfer' ? '' : 'text-good'}>
            <Figure value={amount} signed={what !== 'transfer'} dim={false} />{' '}
            <span className="text-ink-3">{coinName}</span>
          </span>
        ),
      },
      {
        id: 'state',
        header: t('history.state'),
        cell: ({ state }) => (
          <span className={state === 'refused' ? 'text-danger' : 'text-ink-2'}>{t(`history.${state}`)}</span>
        ),
      },
    ],
    [t],
  );
}

/** Recent deposits, withdrawals and transfers of a member. */
export function MemberHistory({ memberId, username }: { readonly memberId: number; readonly username: string }) {
  const t = useTranslations('console-review');
  const { data, error, refetch } = useQuery({
    queryKey: ['members', 'history', memberId],
    queryFn: async ({ signal }) =>
      (
        await ask<{ list: HistoryLine[] }>('GET', `/members/${memberId}/history`, {
          query: { limit: HISTORY_MAX },
          signal,
        })
      ).data.list,
  });
  const numberText = useNumberText();
  const title = t('history.title', { name: username, days: numberText(HISTORY_DAYS) });
  const columns = useColumns();
  const rows = useMemo(
    () => (data ?? []).map((line) => ({ ...line, id: `${line.what} ${line.ref} ${line.at}` })),
    [data],
  );
  return (
    <Pane
      title={title}
      aside={
        <span className="text-13">
          <MemberLink id={memberId}>{t('history.member')}</MemberLink>
        </span>
      }
    >
      {data && <NotRefreshed className="mb-3" error={error} onRetry={() => void refetch()} />}
      {error && !data ? (
        <p className="text-danger">{t('history.failed')}</p>
      ) : data?.length === 0 ? (
        <p className="text-ink-3">{t('history.none')}</p>
      ) : (
        <RowsTable label={title} columns={columns} rows={rows} isCompact />
      )}
    </Pane>
  );
}
