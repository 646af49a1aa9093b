import { Tag } from '@plimsoll/ui';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldSpec } from './field-spec.ts';
import type { Column, StatusChip } from './list-spec.ts';

interface Standing {
  readonly enabled: 0 | 1;
}

/** Columns, fields and filters of records that are offered or retired, and sorted by place. */
export function useStanding(): {
  readonly statuses: readonly StatusChip[];
  readonly enabledColumn: Column<Standing>;
  readonly placeColumn: Column<{ readonly sort: number }>;
  readonly enabledField: FieldSpec;
  readonly placeField: FieldSpec;
} {
  const t = useTranslations('console');
  return useMemo(
    () => ({
      statuses: [
        { value: '', label: t('list.all') },
        { value: '1', label: t('standing.offered') },
        { value: '0', label: t('standing.retired') },
      ],
      enabledColumn: {
        id: 'state',
        header: t('list.status'),
        end: true,
        cell: ({ enabled }) =>
          enabled === 1 ? (
            <span className="text-ink-2">{t('standing.offered')}</span>
          ) : (
            <Tag>{t('standing.retired')}</Tag>
          ),
      },
      placeColumn: {
        id: 'place',
        header: t('standing.place'),
        end: true,
        sort: 'sort',
        cell: ({ sort }) => <span className="n text-ink-2">{sort}</span>,
      },
      enabledField: { name: 'enabled', label: t('standing.enabled'), kind: 'flag', help: t('standing.enabledHelp') },
      placeField: {
        name: 'sort',
        label: t('standing.place'),
        kind: 'whole',
        isOptional: 'left-out',
        help: t('standing.placeHelp'),
      },
    }),
    [t],
  );
}

/** The members' order. */
export const BY_PLACE = { field: 'sort', order: 'ASC' } as const;
