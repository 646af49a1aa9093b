import type { CurrencyItem } from '@plimsoll/contract/operator';
import { Pane } from '@plimsoll/ui/console';
import { useGetList, type RaRecord } from 'ra-core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  BY_PLACE,
  ResourceForm,
  ResourceScreen,
  useNamesField,
  useStanding,
  type Column,
  type FieldSpec,
} from '../../platform/resource/index.ts';

const nameOf = ({ currency_name }: RaRecord): string => String(currency_name);
const PARENTS = { resource: 'currencies', nameOf, isFit: ({ fid }: RaRecord) => fid === 0 } as const;
const ALL = { pagination: { page: 1, perPage: 50 }, sort: { field: 'id', order: 'ASC' }, filter: {} } as const;

function useColumns(all: readonly CurrencyItem[] | undefined) {
  const t = useTranslations('console-catalogue');
  const { placeColumn, enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<CurrencyItem>[] => [
      { id: 'name', header: t('currencies.name'), cell: ({ currency_name }) => <bdi>{currency_name}</bdi> },
      {
        id: 'parent',
        header: t('currencies.parent'),
        cell: ({ fid }) =>
          fid === 0 ? (
            <span className="text-ink-3">{t('currencies.isParent')}</span>
          ) : (
            <bdi>{all?.find(({ id }) => id === fid)?.currency_name ?? fid}</bdi>
          ),
      },
      placeColumn,
      enabledColumn,
    ],
    [t, all, placeColumn, enabledColumn],
  );
}

function useFields() {
  const t = useTranslations('console-catalogue');
  const { placeField, enabledField } = useStanding();
  const namesField = useNamesField();
  return useMemo(
    (): readonly FieldSpec[] => [
      { name: 'currency_name', label: t('currencies.name'), kind: 'text', help: t('currencies.nameHelp') },
      namesField,
      {
        name: 'fid',
        label: t('currencies.parent'),
        kind: 'row',
        rows: PARENTS,
        isOptional: 'empty',
        help: t('currencies.parentHelp'),
      },
      placeField,
      enabledField,
    ],
    [t, namesField, placeField, enabledField],
  );
}

/** The tabs over market lists: parents, named by their quote coin, and children. */
export default function CurrenciesScreen() {
  const t = useTranslations('console-catalogue');
  const { statuses } = useStanding();
  const { data: all } = useGetList<CurrencyItem>('currencies', ALL);
  const columns = useColumns(all);
  const fields = useFields();
  return (
    <ResourceScreen<CurrencyItem>
      resource="currencies"
      path="currencies"
      label={t('currencies.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_PLACE}
      search={t('currencies.search')}
      creates={t('currencies.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<CurrencyItem>
            resource="currencies"
            id={id}
            path="currencies"
            fields={fields}
            title={t('currencies.one')}
            createTitle={t('currencies.create')}
          />
        </Pane>
      )}
    />
  );
}
