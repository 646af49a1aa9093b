import type { MiningProductItem } from '@plimsoll/contract/operator';
import { Figure } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import type { RaRecord } from 'ra-core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  BY_PLACE,
  ResourceForm,
  ResourceScreen,
  unpadded,
  useStanding,
  type Column,
  type FieldSpec,
} from '../../platform/resource/index.ts';
import { KeepsNote } from './keeps-note.tsx';

const COINS = { resource: 'coins', nameOf: ({ title }: RaRecord) => String(title) } as const;

function useColumns() {
  const t = useTranslations('console-catalogue');
  const { placeColumn, enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<MiningProductItem>[] => [
      { id: 'title', header: t('products.title'), cell: ({ title }) => <bdi>{title}</bdi> },
      { id: 'coin', header: t('products.coin'), cell: ({ coin_title }) => coin_title },
      {
        id: 'min',
        header: t('products.min'),
        end: true,
        cell: ({ min_price }) => <Figure value={min_price} bright={0} dim={false} />,
      },
      {
        id: 'most',
        header: t('products.most'),
        end: true,
        cell: ({ max_price }) => <Figure value={max_price} bright={0} dim={false} />,
      },
      {
        id: 'rate',
        header: t('products.perDay'),
        end: true,
        cell: ({ interest_rate }) => <span className="n">{unpadded(interest_rate)} %</span>,
      },
      {
        id: 'cycle',
        header: t('products.cycle'),
        end: true,
        cell: ({ cycle }) => t('products.ofDays', { count: cycle }),
      },
      placeColumn,
      enabledColumn,
    ],
    [t, placeColumn, enabledColumn],
  );
}

function useFields() {
  const t = useTranslations('console-catalogue');
  const { placeField, enabledField } = useStanding();
  return useMemo(
    (): readonly FieldSpec[] => [
      { name: 'title', label: t('products.title'), kind: 'text', isHalf: true },
      { name: 'c_id', label: t('products.coin'), kind: 'row', rows: COINS, isHalf: true },
      { name: 'min_price', label: t('products.min'), kind: 'decimal', isHalf: true, help: t('products.inCoin') },
      { name: 'max_price', label: t('products.most'), kind: 'decimal', isHalf: true, help: t('products.inCoin') },
      {
        name: 'interest_rate',
        label: t('products.perDay'),
        kind: 'decimal',
        unit: '%',
        isHalf: true,
        help: t('products.perDayHelp'),
      },
      { name: 'cycle', label: t('products.cycle'), kind: 'whole', unit: t('days'), isHalf: true },
      { name: 'img', label: t('products.picture'), kind: 'image', isOptional: 'empty' },
      { ...placeField, heading: t('standing') },
      enabledField,
    ],
    [t, placeField, enabledField],
  );
}

/** Lock mining products. */
export default function MiningProductsScreen() {
  const t = useTranslations('console-catalogue');
  const { statuses } = useStanding();
  const columns = useColumns();
  const fields = useFields();
  return (
    <ResourceScreen<MiningProductItem>
      resource="mining-products"
      path="mining-products"
      label={t('mining.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_PLACE}
      search={t('products.search')}
      creates={t('mining.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<MiningProductItem>
            resource="mining-products"
            id={id}
            path="mining-products"
            fields={fields}
            title={t('mining.one')}
            createTitle={t('mining.create')}
          >
            {() => <KeepsNote />}
          </ResourceForm>
        </Pane>
      )}
    />
  );
}
