import type { JournalItem } from '@plimsoll/contract/operator';
import { Pane } from '@plimsoll/ui/console';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { Moment, NotRefreshed, RowsTable, type Column } from '../../platform/resource/index.ts';
import type { Cause } from './causes.ts';
import { useKindWords } from './kind-words.ts';

/** Limit for repeated causes. */
const MAX_REPEATED = 20;

const find = async ({ kind, cause }: Cause, signal: AbortSignal): Promise<JournalItem | undefined> =>
  (await ask<{ list: JournalItem[] }>('GET', '/ledger', { query: { kind, cause, limit: 1 }, signal })).data.list[0];

async function findRepeated({ kind, cause }: Cause, signal: AbortSignal): Promise<JournalItem[]> {
  const found: JournalItem[] = [];
  while (found.length < MAX_REPEATED) {
    const next = await find({ kind, cause: `${cause}.${found.length + 1}` }, signal);
    if (!next) break;
    found.push(next);
  }
  return found;
}

interface JournalsOfProps {
  readonly causes: readonly Cause[];
  /** A repeated cause, numbered behind the record's id. */
  readonly repeated?: Cause;
  /** Changes when there may be more journals. */
  readonly stamp: string;
}

/** The journals of a record. */
export function JournalsOf({ causes, repeated, stamp }: JournalsOfProps) {
  const t = useTranslations('console-ledger');
  const kindWords = useKindWords();
  const { data, error, refetch } = useQuery({
    queryKey: ['ledger', 'of', causes, repeated, stamp],
    queryFn: async ({ signal }) => {
      const [single, several] = await Promise.all([
        Promise.all(causes.map((cause) => find(cause, signal))),
        repeated ? findRepeated(repeated, signal) : [],
      ]);
      return [...single.filter((each) => each !== undefined), ...several].sort((a, b) => a.id - b.id);
    },
  });
  const columns = useMemo(
    (): readonly Column<JournalItem>[] => [
      { id: 'id', header: t('journal'), cell: ({ id }) => <span className="n">{id}</span> },
      { id: 'kind', header: t('event'), cell: ({ kind }) => kindWords(kind) },
      {
        id: 'at',
        header: t('at'),
        end: true,
        cell: ({ at }) => (
          <span className="text-ink-3">
            <Moment at={at} />
          </span>
        ),
      },
    ],
    [t, kindWords],
  );
  return (
    <Pane title={t('journalsOf')}>
      {data && <NotRefreshed className="mb-3" error={error} onRetry={() => void refetch()} />}
      {error && !data ? (
        <p className="text-danger">{t('journalsFailed')}</p>
      ) : data?.length === 0 ? (
        <p className="text-ink-3">{t('noJournals')}</p>
      ) : (
        <RowsTable
          label={t('journalsOf')}
          columns={columns}
          rows={data ?? []}
          linkOf={({ id }) => `/ledger/${id}`}
          isCompact
        />
      )}
    </Pane>
  );
}
