import { SkeletonBlock, Empty, ErrorState, Loading } from '@plimsoll/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { useProblemWords } from '../../platform/problem-words.ts';
import { Moment, NotRefreshed, RowsTable, type Column } from '../../platform/resource/index.ts';

const MAX = 50;
interface Session {
  readonly id: number;
  readonly addtime: string;
  readonly last_seen: string;
}

/** A member's sessions. `stamp` changes with their number. */
export function MemberSessions({ id, stamp }: { readonly id: string; readonly stamp: number }) {
  const t = useTranslations('console-members');
  const words = useProblemWords();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['members', 'sessions', id, stamp],
    queryFn: async ({ signal }) =>
      (await ask<{ list: Omit<Session, 'id'>[] }>('GET', `/members/${id}/sessions`, { query: { limit: MAX }, signal }))
        .data.list,
    retry: false,
  });
  const columns = useMemo(
    (): readonly Column<Session>[] => [
      { id: 'since', header: t('loggedIn'), cell: ({ addtime }) => <Moment at={addtime} /> },
      { id: 'seen', header: t('lastUsed'), cell: ({ last_seen }) => <Moment at={last_seen} /> },
    ],
    [t],
  );
  const rows = useMemo(() => (data ?? []).map((session, at): Session => ({ ...session, id: at })), [data]);
  if (isPending)
    return (
      <Loading label={t('tabs.sessions')}>
        <div className="grid gap-2">
          {Array.from({ length: 3 }, (_, at) => (
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
        <Empty title={t('notLoggedIn')} />
      ) : (
        <RowsTable label={t('tabs.sessions')} columns={columns} rows={rows} inset />
      )}
    </>
  );
}
