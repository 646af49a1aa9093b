import type { OperatorItem } from '@plimsoll/contract/operator';
import { useCanAccess, useGetList } from 'ra-core';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { useOperator } from '../../platform/use-operator.ts';

const ALL = { pagination: { page: 1, perPage: 50 }, sort: { field: 'id', order: 'ASC' }, filter: {} } as const;

/** Names of operators. Only owners may read them; others see numbers, and their own name. */
export function useOperatorNames(): (id: number) => string {
  const t = useTranslations('console-site');
  const me = useOperator();
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
