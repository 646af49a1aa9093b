import type { OperatorItem } from '@plimsoll/contract/operator';
import { useCanAccess, useGetIdentity, useGetList } from 'ra-core';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Operator } from '../../platform/auth-provider.ts';

const ALL = { pagination: { page: 1, perPage: 50 }, sort: { field: 'id', order: 'ASC' }, filter: {} } as const;

/**
 * What operators are called: by their names for owners, who alone may read them; else by their numbers, and oneself by
 * name.
 */
export function useOperatorNames(): (id: number) => string {
  const t = useTranslations('console-site');
  const { identity } = useGetIdentity();
  const me = identity as Operator | undefined;
  const { canAccess } = useCanAccess({ resource: 'operators', action: 'list' });
  const { data } = useGetList<OperatorItem>('operators', ALL, { enabled: canAccess === true });
  return useCallback(
    (id) => {
      const name = data?.find((each) => each.id === id)?.username;
      return name ?? (Number(me?.id) === id && me ? me.username : t('scripts.operator', { id }));
    },
    [data, me, t],
  );
}
