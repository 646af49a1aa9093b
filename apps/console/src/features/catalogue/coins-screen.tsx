import type { CoinItem } from '@plimsoll/contract/operator';
import { FEE_TYPE } from '@plimsoll/contract/codes/funding';
import { Figure } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  BY_PLACE,
  ResourceForm,
  ResourceScreen,
  unpadded,
  useNumberText,
  usePercentText,
  useStanding,
  type Column,
  type FieldSpec,
} from '../../platform/resource/index.ts';

/** The bounds of the contract. */
const MAX_TITLE = 16;
const MAX_DECIMALS = 8;

/** The server's own defaults. */
const NEW = {
  decimals: '8',
  txminnum: '0.01',
  txmaxnum: '100000',
  sxftype: FEE_TYPE.percentage,
  txsxf: '0.5',
  txsxf_n: '0',
  internal_transfer_sxf: '0',
  internal_transfer_days: '0',
} as const;

function useColumns() {
  const t = useTranslations('console-catalogue');
  const percentText = usePercentText();
  const { placeColumn, enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<CoinItem>[] => [
      { id: 'title', header: t('coins.title'), cell: ({ title }) => title },
      {
        id: 'decimals',
        header: t('coins.decimals'),
        end: true,
        cell: ({ decimals }) => <span className="n">{decimals}</span>,
      },
      {
        id: 'min',
        header: t('coins.min'),
        end: true,
        cell: ({ txminnum }) => <Figure value={txminnum} bright={0} dim={false} />,
      },
      {
        id: 'most',
        header: t('coins.most'),
        end: true,
        cell: ({ txmaxnum }) => <Figure value={txmaxnum} bright={0} dim={false} />,
      },
      {
        id: 'fee',
        header: t('coins.fee'),
        end: true,
        cell: ({ title, sxftype, txsxf, txsxf_n }) => (
          <span className="n">
            {sxftype === FEE_TYPE.percentage ? percentText(unpadded(txsxf)) : `${unpadded(txsxf_n)} ${title}`}
          </span>
        ),
      },
      placeColumn,
      enabledColumn,
    ],
    [t, percentText, placeColumn, enabledColumn],
  );
}

function useNameFields() {
  const t = useTranslations('console-catalogue');
  const numberText = useNumberText();
  return useMemo(
    (): readonly FieldSpec[] => [
      {
        name: 'title',
        label: t('coins.title'),
        kind: 'text',
        isHalf: true,
        help: t('coins.titleHelp', { max: numberText(MAX_TITLE) }),
      },
      {
        name: 'decimals',
        label: t('coins.decimals'),
        kind: 'whole',
        isHalf: true,
        help: t('coins.decimalsHelp', { max: numberText(MAX_DECIMALS) }),
      },
    ],
    [t, numberText],
  );
}

function useFields() {
  const t = useTranslations('console-catalogue');
  const nameFields = useNameFields();
  const { placeField, enabledField } = useStanding();
  return useMemo(
    (): readonly FieldSpec[] => [
      ...nameFields,
      { name: 'txminnum', label: t('coins.min'), kind: 'decimal', isHalf: true, heading: t('coins.withdrawing') },
      { name: 'txmaxnum', label: t('coins.most'), kind: 'decimal', isHalf: true },
      {
        name: 'sxftype',
        label: t('coins.feeType'),
        kind: 'choice',
        isHalf: true,
        options: [
          { value: 1, label: t('coins.percentage') },
          { value: 2, label: t('coins.fixed') },
        ],
      },
      {
        name: 'txsxf',
        label: t('coins.fee'),
        kind: 'decimal',
        isHalf: true,
        unit: '%',
        help: t('coins.percentageHelp'),
        shownIf: ({ sxftype }) => Number(sxftype) === FEE_TYPE.percentage,
      },
      {
        name: 'txsxf_n',
        label: t('coins.fee'),
        kind: 'decimal',
        isHalf: true,
        help: t('coins.fixedHelp'),
        shownIf: ({ sxftype }) => Number(sxftype) !== FEE_TYPE.percentage,
      },
      {
        name: 'internal_transfer_sxf',
        label: t('coins.sendingFee'),
        kind: 'decimal',
        isHalf: true,
        unit: t('fraction'),
        rate: 'fraction',
        heading: t('coins.sending'),
      },
      {
        name: 'internal_transfer_days',
        label: t('coins.sendingDays'),
        kind: 'whole',
        isHalf: true,
        unit: t('days'),
        help: t('coins.sendingDaysHelp'),
      },
      { ...placeField, heading: t('standing') },
      enabledField,
    ],
    [t, nameFields, placeField, enabledField],
  );
}

/** Coins, and the fees for withdrawing and sending them. */
export default function CoinsScreen() {
  const t = useTranslations('console-catalogue');
  const { statuses } = useStanding();
  const columns = useColumns();
  const fields = useFields();
  return (
    <ResourceScreen<CoinItem>
      resource="coins"
      path="coins"
      label={t('coins.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_PLACE}
      search={t('coins.search')}
      creates={t('coins.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<CoinItem>
            resource="coins"
            id={id}
            path="coins"
            fields={fields}
            defaults={NEW}
            title={t('coins.one')}
            createTitle={t('coins.create')}
          />
        </Pane>
      )}
    />
  );
}
