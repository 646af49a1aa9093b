import type { IdentityForOperator } from '@plimsoll/contract/operator';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  MemberName,
  Moment,
  ResourceDetail,
  ResourceScreen,
  Waits,
  type Column,
  type Pin,
} from '../../platform/resource/index.ts';
import { IdentityPanel } from './identity-panel.tsx';
import { IDENTITY_STATUS } from '@plimsoll/contract/codes/identity';
import { IdentityTag } from './identity-parts.tsx';
import { identityNumber, readNumber } from './numbers.ts';

const OLDEST_FIRST = { field: 'id', order: 'ASC' } as const;
const NEWEST_FIRST = { field: 'id', order: 'DESC' } as const;
const LOOK_EVERY_MS = 4000;

/** Identity applications under review, oldest first, and decided ones. */
export default function IdentitiesScreen() {
  const t = useTranslations('console-identity');
  const columns = useMemo(
    (): readonly Column<IdentityForOperator>[] => [
      { id: 'number', header: t('number'), cell: ({ id }) => <span className="n">{identityNumber(id)}</span> },
      { id: 'member', header: t('member'), cell: ({ username }) => <MemberName name={username} isNarrow /> },
      { id: 'name', header: t('name'), cell: ({ real_name }) => <MemberName name={real_name} isNarrow /> },
      {
        id: 'waits',
        header: t('waits'),
        cell: ({ status, addtime, updatetime }) => (
          <span className="text-ink-2">
            {status === IDENTITY_STATUS.review ? <Waits since={addtime} /> : <Moment at={updatetime} />}
          </span>
        ),
      },
      { id: 'state', header: t('stateHead'), spare: true, cell: ({ status }) => <IdentityTag status={status} /> },
    ],
    [t],
  );
  const pins = useMemo((): readonly Pin[] => [{ name: 'member_id', label: (id) => t('ofMember', { id }) }], [t]);
  return (
    <ResourceScreen<IdentityForOperator>
      resource="identities"
      path="identities"
      label={t('label')}
      empty={t('empty')}
      columns={columns}
      sort={OLDEST_FIRST}
      statuses={[
        { value: '1', label: t('state.waiting'), isCounted: true },
        { value: '2', label: t('state.certified'), sort: NEWEST_FIRST },
        { value: '3', label: t('state.refused'), sort: NEWEST_FIRST },
        { value: '', label: t('all'), sort: NEWEST_FIRST },
      ]}
      pins={pins}
      search={t('search')}
      readSearch={readNumber}
      pollMs={LOOK_EVERY_MS}
      isRoomy
      detail={(id) => (
        <ResourceDetail<IdentityForOperator> resource="identities" id={id} pollMs={LOOK_EVERY_MS}>
          {(application) => <IdentityPanel application={application} />}
        </ResourceDetail>
      )}
    />
  );
}
