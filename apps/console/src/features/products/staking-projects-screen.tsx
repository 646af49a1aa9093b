import type { StakingProjectItem } from '@plimsoll/contract/operator';
import { STAKING_TYPE } from '@plimsoll/contract/codes/staking';
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
import { DurationsField, ONE_DURATION, sentDurations } from './durations-field.tsx';
import { KeepsNote } from './keeps-note.tsx';

const COINS = { resource: 'coins', nameOf: ({ title }: RaRecord) => String(title) } as const;
const NEW = { type: STAKING_TYPE.flexible, staking_info: ONE_DURATION } as const;

function useColumns() {
  const t = useTranslations('console-catalogue');
  const { placeColumn, enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<StakingProjectItem>[] => [
      { id: 'coin', header: t('products.coin'), cell: ({ coin }) => coin },
      {
        id: 'type',
        header: t('staking.type'),
        cell: ({ type }) => t(type === STAKING_TYPE.flexible ? 'staking.flexible' : 'staking.fixed'),
      },
      {
        id: 'durations',
        header: t('staking.durations'),
        wraps: true,
        cell: ({ staking_info: all }) => (
          <span className="flex flex-wrap gap-x-3 gap-y-0.5">
            {all.map(({ id, days, interest_rate }) => (
              <span key={id} className="whitespace-nowrap">
                {t('products.ofDays', { count: days })}{' '}
                <span className="n text-ink-2">{unpadded(interest_rate)} %</span>
              </span>
            ))}
          </span>
        ),
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
      { name: 'c_id', label: t('products.coin'), kind: 'row', rows: COINS, isHalf: true },
      {
        name: 'type',
        label: t('staking.type'),
        kind: 'choice',
        isHalf: true,
        options: [
          { value: STAKING_TYPE.flexible, label: t('staking.flexible') },
          { value: STAKING_TYPE.fixed, label: t('staking.fixed') },
        ],
        help: t('staking.typeHelp'),
      },
      {
        name: 'staking_info',
        label: t('staking.durations'),
        kind: 'own',
        heading: t('staking.durations'),
        help: t('staking.durationsHelp'),
        draw: (field) => <DurationsField {...field} />,
        send: sentDurations,
      },
      { name: 'img', label: t('products.picture'), kind: 'image', isOptional: 'empty' },
      { ...placeField, heading: t('standing') },
      enabledField,
    ],
    [t, placeField, enabledField],
  );
}

/** Staking products. */
export default function StakingProjectsScreen() {
  const t = useTranslations('console-catalogue');
  const { statuses } = useStanding();
  const columns = useColumns();
  const fields = useFields();
  return (
    <ResourceScreen<StakingProjectItem>
      resource="staking-projects"
      path="staking-projects"
      label={t('staking.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_PLACE}
      search={t('products.search')}
      creates={t('staking.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<StakingProjectItem>
            resource="staking-projects"
            id={id}
            path="staking-projects"
            fields={fields}
            defaults={NEW}
            title={t('staking.one')}
            createTitle={t('staking.create')}
          >
            {() => <KeepsNote />}
          </ResourceForm>
        </Pane>
      )}
    />
  );
}
