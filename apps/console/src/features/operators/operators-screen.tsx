import type { OperatorItem } from '@plimsoll/contract/operator';
import { Tag } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useOperator } from '../../platform/use-operator.ts';
import {
  MemberName,
  Moment,
  ResourceForm,
  ResourceScreen,
  type Column,
  type FieldSpec,
} from '../../platform/resource/index.ts';
import { ResetOperator } from './reset-operator.tsx';

const ROLES = ['viewer', 'clerk', 'treasurer', 'owner'] as const;

function useColumns() {
  const t = useTranslations('console');
  return useMemo(
    (): readonly Column<OperatorItem>[] => [
      { id: 'username', header: t('operators.username'), cell: ({ username }) => <MemberName name={username} /> },
      { id: 'role', header: t('operators.role'), cell: ({ role }) => t(`roles.${role}`) },
      { id: 'totp', header: t('operators.totp'), cell: ({ totp }) => t(totp === 1 ? 'operators.yes' : 'operators.no') },
      { id: 'passkeys', header: t('operators.passkeys'), spare: true, cell: ({ passkeys }) => passkeys },
      {
        id: 'established',
        header: t('operators.established'),
        spare: true,
        cell: ({ established }) => (established === null ? t('operators.no') : <Moment at={established} as="date" />),
      },
      {
        id: 'seen',
        header: t('operators.seen'),
        cell: ({ last_seen }) => (last_seen === null ? t('operators.never') : <Moment at={last_seen} />),
      },
      { id: 'since', header: t('operators.since'), cell: ({ addtime }) => <Moment at={addtime} as="date" /> },
      {
        id: 'state',
        header: <span className="sr">{t('overview.state')}</span>,
        end: true,
        cell: ({ enabled }) => enabled === 0 && <Tag>{t('operators.retired')}</Tag>,
      },
    ],
    [t],
  );
}

function useFields(isDemo: boolean) {
  const t = useTranslations('console');
  return useMemo(
    (): readonly FieldSpec[] => [
      { name: 'username', label: t('operators.username'), kind: 'text', on: 'create' },
      {
        name: 'email',
        label: t('operators.email'),
        kind: 'text',
        isOptional: 'left-out',
        help: t('operators.emailHelp'),
      },
      ...(isDemo
        ? [
            {
              name: 'password',
              label: t('operators.password'),
              kind: 'password',
              on: 'create',
              isOptional: 'left-out',
              help: t('operators.passwordHelp'),
            } as const,
          ]
        : []),
      {
        name: 'role',
        label: t('operators.role'),
        kind: 'choice',
        options: ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) })),
        help: t('operators.rolesHelp'),
      },
      { name: 'enabled', label: t('operators.enabled'), kind: 'flag' },
    ],
    [t, isDemo],
  );
}

/** Operators: owners create them and change role and access. */
export default function OperatorsScreen() {
  const t = useTranslations('console');
  const isDemo = useOperator()?.isDemo === true;
  const columns = useColumns();
  const fields = useFields(isDemo);
  return (
    <ResourceScreen<OperatorItem>
      resource="operators"
      path="operators"
      label={t('screens.operators')}
      columns={columns}
      creates={t('operators.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<OperatorItem>
            resource="operators"
            id={id}
            path="operators"
            fields={fields}
            title={t('operators.title')}
            createTitle={t('operators.create')}
          >
            {(operator) => (
              <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
                <p className="text-17 font-semibold">
                  {operator.username} {operator.totp === 1 && <Tag kind="ok">{t('operators.totp')}</Tag>}{' '}
                  {operator.passkeys > 0 && <Tag kind="ok">{t('operators.passkeys')}</Tag>}
                </p>
                <ResetOperator of={operator} />
              </div>
            )}
          </ResourceForm>
        </Pane>
      )}
    />
  );
}
