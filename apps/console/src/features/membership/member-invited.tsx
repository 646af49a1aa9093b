import type { MemberItem } from '@plimsoll/contract/operator';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { MemberLink, MemberName, Moment, ResourceList, type Column } from '../../platform/resource/index.ts';
import { AccessState, IdentityState } from './states.tsx';

/** Who registered with a member's invite code, newest first. */
export function MemberInvited({ id }: { readonly id: string }) {
  const t = useTranslations('console-members');
  const columns = useMemo(
    (): readonly Column<MemberItem>[] => [
      {
        id: 'username',
        header: t('name'),
        cell: ({ id: number, username }) => (
          <MemberLink id={number}>
            <MemberName name={username} />
          </MemberLink>
        ),
      },
      { id: 'id', header: t('number'), cell: ({ id: number }) => <span className="n text-ink-2">{number}</span> },
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
      { id: 'state', header: t('state'), end: true, cell: ({ frozen }) => <AccessState frozen={frozen} /> },
    ],
    [t],
  );
  return (
    <ResourceList<MemberItem>
      resource={`members/${id}/invited`}
      label={t('tabs.invited')}
      empty={t('noInvited')}
      columns={columns}
      isInside
    />
  );
}
