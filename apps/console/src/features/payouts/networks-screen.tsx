import type { NetworkItem } from '@plimsoll/contract/operator';
import { PAY_TYPE } from '@plimsoll/contract/codes/payouts';
import { Pane } from '@plimsoll/ui/console';
import type { RaRecord } from 'ra-core';
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

const COINS = { resource: 'coins', nameOf: ({ title }: RaRecord) => String(title) } as const;
const toBank = ({ pay_type }: Readonly<Record<string, unknown>>): boolean => Number(pay_type) === PAY_TYPE.bank;
const toAddress = (values: Readonly<Record<string, unknown>>): boolean => !toBank(values);
const NEW = { pay_type: 1 } as const;

function useColumns() {
  const t = useTranslations('console-catalogue');
  const { placeColumn, enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<NetworkItem>[] => [
      { id: 'coin', header: t('networks.coin'), cell: ({ coin }) => coin },
      { id: 'network', header: t('networks.name'), cell: ({ coin_net }) => <bdi>{coin_net}</bdi> },
      {
        id: 'to',
        header: t('networks.to'),
        cell: ({ pay_type, address, bank_name, account_number }) =>
          pay_type === PAY_TYPE.bank ? (
            <bdi
              className="inline-block max-w-56 truncate align-bottom"
              title={account_number}
            >{`${bank_name} ${account_number}`}</bdi>
          ) : (
            <span className="mono inline-block max-w-56 truncate align-bottom text-13" title={address}>
              {address}
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
  const namesField = useNamesField();
  return useMemo(
    (): readonly FieldSpec[] => [
      { name: 'c_id', label: t('networks.coin'), kind: 'row', rows: COINS, isHalf: true, help: t('networks.coinHelp') },
      { name: 'coin_net', label: t('networks.name'), kind: 'text', isHalf: true, help: t('networks.nameHelp') },
      namesField,
      {
        name: 'pay_type',
        label: t('networks.way'),
        kind: 'choice',
        options: Object.values(PAY_TYPE).map((way) => ({ value: way, label: t(`networks.ways.${way}`) })),
      },
      {
        name: 'address',
        label: t('networks.address'),
        kind: 'text',
        heading: t('networks.house'),
        help: t('networks.addressHelp'),
        shownIf: toAddress,
      },
      { name: 'bank_name', label: t('networks.bank'), kind: 'text', heading: t('networks.house'), shownIf: toBank },
      { name: 'account_name', label: t('networks.holder'), kind: 'text', isHalf: true, shownIf: toBank },
      { name: 'account_number', label: t('networks.account'), kind: 'text', isHalf: true, shownIf: toBank },
      {
        name: 'pay_img',
        label: t('networks.picture'),
        kind: 'image',
        isOptional: 'empty',
        help: t('networks.pictureHelp'),
      },
      { ...placeField, heading: t('standing') },
      enabledField,
    ],
    [t, namesField, placeField, enabledField],
  );
}

/** Networks of deposits and withdrawals, with the platform's addresses. */
export default function NetworksScreen() {
  const t = useTranslations('console-catalogue');
  const { statuses } = useStanding();
  const columns = useColumns();
  const fields = useFields();
  return (
    <ResourceScreen<NetworkItem>
      resource="networks"
      path="networks"
      label={t('networks.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_PLACE}
      search={t('networks.search')}
      creates={t('networks.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<NetworkItem>
            resource="networks"
            id={id}
            path="networks"
            fields={fields}
            defaults={NEW}
            title={t('networks.one')}
            createTitle={t('networks.create')}
          />
        </Pane>
      )}
    />
  );
}
