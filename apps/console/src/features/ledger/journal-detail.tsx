import type { LedgerLine, WholeJournal } from '@plimsoll/contract/operator';
import { Facts, Figure } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Copyable, PanelHead, MemberLink, Moment, RowsTable, type Column } from '../../platform/resource/index.ts';
import { AccountName } from './account-name.tsx';
import { Actor } from './actor.tsx';
import { placeOf } from './causes.ts';
import { useKindWords } from './kind-words.ts';

type Line = LedgerLine & { readonly id: number };

function useColumns() {
  const t = useTranslations('console-ledger');
  return useMemo(
    (): readonly Column<Line>[] => [
      {
        id: 'from',
        header: t('from'),
        wraps: true,
        cell: ({ from, what }) => (
          <AccountName
            of={from}
            part={what === 'release' || what === 'capture' ? 'frozen' : what === 'hold' ? 'available' : undefined}
          />
        ),
      },
      {
        id: 'to',
        header: t('to'),
        wraps: true,
        cell: ({ to, what }) => (
          <AccountName of={to} part={what === 'hold' ? 'frozen' : what === 'release' ? 'available' : undefined} />
        ),
      },
      { id: 'amount', header: t('amount'), end: true, cell: ({ amount }) => <Figure value={amount} places={8} /> },
      { id: 'coin', header: t('coin'), cell: ({ coin }) => <span className="text-ink-3">{coin}</span> },
    ],
    [t],
  );
}

/** One journal: its cause, actor and transfers. */
export function JournalDetail({ journal }: { readonly journal: WholeJournal }) {
  const t = useTranslations('console-ledger');
  const kindWords = useKindWords();
  const columns = useColumns();
  const rows = useMemo(() => journal.transfers.map((line): Line => ({ ...line, id: line.line })), [journal]);
  return (
    <div className="grid grid-cols-1 gap-4">
      <PanelHead
        over={
          <>
            <Copyable value={String(journal.id)} name={t('one', { id: String(journal.id) })}>
              {t('one', { id: String(journal.id) })}
            </Copyable>{' '}
            <Moment at={journal.at} />
          </>
        }
      >
        {kindWords(journal.kind)}
      </PanelHead>
      <Pane>
        <RowsTable label={t('linesOf')} columns={columns} rows={rows} isCompact />
        <p className="mt-3 text-12 text-ink-3">{t('once')}</p>
      </Pane>
      <Origin journal={journal} />
      <Pane title={t('hash')}>
        <p className="mono text-12">
          <Copyable value={journal.hash} name={t('hash')} />
        </p>
        <p className="mt-2 text-12 text-ink-3">{t('chain')}</p>
      </Pane>
    </div>
  );
}

/** The cause, the actor and the batch. */
function Origin({ journal }: { readonly journal: WholeJournal }) {
  const t = useTranslations('console-ledger');
  const place = placeOf(journal);
  const { actor } = journal;
  const holds = [
    ...new Set(journal.transfers.flatMap(({ hold }) => (hold === null ? [] : [`${hold.kind} ${hold.ref}`]))),
  ];
  return (
    <Pane>
      <Facts
        columns={2}
        items={[
          {
            term: t('cause'),
            value:
              place === undefined ? (
                <span className="n">{journal.cause}</span>
              ) : (
                <Link to={place} className="n font-medium text-water">
                  {journal.cause}
                </Link>
              ),
          },
          {
            term: t('actor'),
            value:
              actor.kind === 'member' && actor.id !== null ? (
                <MemberLink id={actor.id}>{actor.username ?? String(actor.id)}</MemberLink>
              ) : (
                <Actor of={actor} />
              ),
          },
          ...(holds.length === 0 ? [] : [{ term: t('hold'), value: holds.join(', ') }]),
          { term: t('batch'), value: <span className="n">{journal.batch}</span> },
        ]}
      />
    </Pane>
  );
}
