import type { AuditLine } from '@plimsoll/contract/operator';
import { Facts } from '@plimsoll/ui';
import { DenseTable, Pane, TableScroll } from '@plimsoll/ui/console';
import { useGetList } from 'ra-core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { MemberName, Moment, ResourceScreen, type Column } from '../../platform/resource/index.ts';
import { changes, shortHash, useActionWords } from './action-words.ts';

/** The audit log, newest first. */
export default function AuditScreen() {
  const t = useTranslations('console');
  const words = useActionWords();
  const columns = useMemo(
    (): readonly Column<AuditLine>[] => [
      { id: 'at', header: t('audit.at'), cell: ({ at }) => <Moment at={at} /> },
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
    <ResourceScreen<AuditLine>
      resource="audit"
      path="audit"
      label={t('screens.audit')}
      columns={columns}
      search={t('audit.search')}
      detail={(id) => <AuditDetail id={id} />}
    />
  );
}

/** One line. There is no call for one: it is taken from the list's page. */
function AuditDetail({ id }: { readonly id: string }) {
  const t = useTranslations('console');
  const words = useActionWords();
  const { data = [] } = useGetList<AuditLine>('audit', {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'id', order: 'DESC' },
    filter: {},
  });
  const line = data.find((each) => String(each.id) === id);
  if (!line) return <p className="text-ink-3">{t('detail.failed')}</p>;
  const rows = changes(line.before, line.after);
  return (
    <div className="grid gap-4">
      <Pane title={words.action(line)} aside={<Moment at={line.at} as="full" />}>
        <Facts
          columns={2}
          items={[
            { term: t('audit.operator'), value: line.username || t('audit.nobody') },
            { term: t('audit.role'), value: line.role },
            { term: t('audit.on'), value: words.target(line) },
            { term: t('audit.address'), value: <span className="mono">{line.address}</span> },
            ...(line.remark === '' ? [] : [{ term: t('audit.remark'), value: line.remark }]),
          ]}
        />
      </Pane>
      <Pane>{rows.length === 0 ? <p className="text-ink-3">{t('audit.nothing')}</p> : <Changes of={rows} />}</Pane>
      <Pane title={t('audit.hash')}>
        <p className="mono text-12 [overflow-wrap:anywhere]">{line.hash}</p>
        <p className="mt-2 text-12 text-ink-3">{t('audit.chain')}</p>
      </Pane>
    </div>
  );
}

/** The changed fields, before and after. */
function Changes({ of: rows }: { readonly of: ReturnType<typeof changes> }) {
  const t = useTranslations('console');
  return (
    <TableScroll label={t('audit.after')}>
      <DenseTable>
        <thead>
          <tr>
            <th scope="col">{t('audit.field')}</th>
            <th scope="col">{t('audit.before')}</th>
            <th scope="col">{t('audit.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, before, after }) => (
            <tr key={name}>
              <td className="mono">{name}</td>
              <td className="wrap text-ink-3" dir="auto">
                {before}
              </td>
              <td className="wrap" dir="auto">
                {after}
              </td>
            </tr>
          ))}
        </tbody>
      </DenseTable>
    </TableScroll>
  );
}
