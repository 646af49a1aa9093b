import type { MemberItem } from '@plimsoll/contract/operator';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { MemberName, Moment, ResourceScreen, type Column } from '../../platform/resource/index.ts';
import { MemberPage } from './member-page.tsx';
import { AccessState, IdentityState } from './states.tsx';

/** All members. */
export default function MembersScreen() {
  const t = useTranslations('console-members');
  const { id } = useParams();
  const columns = useMemo(
    (): readonly Column<MemberItem>[] => [
      { id: 'username', header: t('name'), sort: 'username', cell: ({ username }) => <MemberName name={username} /> },
      {
        id: 'id',
        header: t('number'),
        sort: 'id',
        cell: ({ id: number }) => <span className="n text-ink-2">{number}</span>,
      },
      {
        id: 'joined',
        header: t('joined'),
        cell: ({ addtime }) => (
          <span className="text-ink-2">
            <Moment at={addtime} />
          </span>
        ),
      },
      { id: 'identity', header: t('identity'), cell: ({ rzstatus }) => <IdentityState status={rzstatus} /> },
      { id: 'vip', header: t('vip'), end: true, cell: ({ vip }) => <span className="n">{vip}</span> },
      {
        id: 'credit',
        header: t('credit'),
        end: true,
        cell: ({ credit_score }) => <span className="n">{credit_score}</span>,
      },
      { id: 'state', header: t('state'), end: true, cell: ({ frozen }) => <AccessState frozen={frozen} /> },
    ],
    [t],
  );
  if (id !== undefined) return <MemberPage key={id} id={id} />;
  return (
    <ResourceScreen<MemberItem>
      resource="members"
      path="members"
      label={t('label')}
      empty={t('empty')}
      columns={columns}
      statuses={[
        { value: '', label: t('all') },
        { value: 'active', label: t('active') },
        { value: 'frozen', label: t('frozen'), isCounted: true },
      ]}
      search={t('search')}
    />
  );
}
