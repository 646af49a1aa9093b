import type { JournalItem, WholeJournal } from '@plimsoll/contract/operator';
import { CAUSE_FILTERS } from './cause-filters.ts';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Moment, ResourceDetail, ResourceScreen, type Column, type Pin } from '../../platform/resource/index.ts';
import { Actor } from './actor.tsx';
import { JournalDetail } from './journal-detail.tsx';
import { useKindWords } from './kind-words.ts';
import { LedgerPages } from './ledger-pages.tsx';

function useColumns() {
  const t = useTranslations('console-ledger');
  const kindWords = useKindWords();
  return useMemo(
    (): readonly Column<JournalItem>[] => [
      { id: 'id', header: t('journal'), cell: ({ id }) => <span className="n">{id}</span> },
      {
        id: 'at',
        header: t('at'),
        cell: ({ at }) => (
          <span className="text-ink-2">
            <Moment at={at} />
          </span>
        ),
      },
      { id: 'kind', header: t('event'), cell: ({ kind }) => kindWords(kind) },
      {
        id: 'cause',
        spare: true,
        header: t('cause'),
        cell: ({ cause }) => <span className="n text-ink-2">{cause}</span>,
      },
      { id: 'actor', spare: true, header: t('actor'), cell: ({ actor }) => <Actor of={actor} /> },
      {
        id: 'lines',
        spare: true,
        header: t('lines'),
        end: true,
        cell: ({ lines }) => <span className="n text-ink-2">{lines}</span>,
      },
    ],
    [t, kindWords],
  );
}

/** Every journal, newest first. */
export default function LedgerScreen() {
  const t = useTranslations('console-ledger');
  const kindWords = useKindWords();
  const columns = useColumns();
  const pins = useMemo(
    (): readonly Pin[] => [
      { name: 'member_id', label: (id) => t('ofMember', { id }) },
      { name: 'cause', label: (cause) => t('ofCause', { cause }) },
    ],
    [t],
  );
  return (
    <>
      <LedgerPages />
      <ResourceScreen<JournalItem>
        resource="ledger"
        path="ledger"
        label={t('journals')}
        empty={t('noJournals')}
        columns={columns}
        search={t('search')}
        filters={[
          {
            name: 'kind',
            label: t('event'),
            options: CAUSE_FILTERS.map((kind) => ({ value: kind, label: kindWords(kind) })),
          },
        ]}
        pins={pins}
        isRoomy
        detail={(id) => (
          <ResourceDetail<WholeJournal> resource="ledger" id={id} isMore>
            {(journal) => <JournalDetail journal={journal} />}
          </ResourceDetail>
        )}
      />
    </>
  );
}
