import type { AuditLine } from '@plimsoll/contract/operator';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useReport, ReportState } from './report.tsx';
import { MemberName, Moment, RowsTable, type Column } from '../../platform/resource/index.ts';
import { shortHash, useActionWords } from '../audit/index.ts';

const READ_EVERY_MS = 10_000;
const LINES = 6;

/** The latest operator actions. */
export function AuditTail() {
  const t = useTranslations('console');
  const words = useActionWords();
  const { data, error, refetch } = useReport<{ list: AuditLine[] }>(`/audit?limit=${LINES}`, READ_EVERY_MS);
  const columns = useMemo(
    (): readonly Column<AuditLine>[] => [
      {
        id: 'at',
        header: t('audit.at'),
        cell: ({ at }) => (
          <span className="text-ink-3">
            <Moment at={at} as="time" />
          </span>
        ),
      },
      {
        id: 'operator',
        header: t('audit.operator'),
        cell: ({ username }) => (
          <span className="font-medium">
            <MemberName name={username || t('audit.nobody')} />
          </span>
        ),
      },
      { id: 'did', header: t('audit.did'), cell: words.action, wraps: true },
      { id: 'on', header: t('audit.on'), cell: words.target },
      {
        id: 'hash',
        header: t('audit.hash'),
        end: true,
        cell: ({ hash }) => <span className="mono text-12 text-ink-3">{shortHash(hash)}</span>,
      },
    ],
    [t, words],
  );
  return (
    <Pane
      title={t('overview.auditTitle')}
      aside={
        <Link to="/audit" className="text-13 font-medium text-water">
          {t('overview.allEntries')}
        </Link>
      }
    >
      {data ? (
        <RowsTable label={t('overview.auditTitle')} columns={columns} rows={data.list} isCompact />
      ) : (
        <ReportState error={error} onRetry={() => void refetch()} />
      )}
    </Pane>
  );
}
