import type { MarketForOperator } from '@plimsoll/contract/operator';
import { Figure, Live } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import type { RaRecord } from 'ra-core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  BY_PLACE,
  percentOf,
  ResourceForm,
  ResourceScreen,
  useNumberText,
  usePercentText,
  useStanding,
  type Column,
  type FieldSpec,
} from '../../platform/resource/index.ts';

const titleOf = ({ title }: RaRecord): string => String(title);
const COINS = { resource: 'coins', nameOf: titleOf, keyOf: titleOf } as const;
/** A market belongs to a child tab. */
const TABS = {
  resource: 'currencies',
  nameOf: ({ currency_name }: RaRecord) => String(currency_name),
  isFit: ({ fid }: RaRecord) => fid !== 0,
} as const;
/** The server's own defaults. */
const NEW = { max_jump: '0.2' } as const;
const EVERY_MS = 5000;

/** The smallest deviation that the contract allows. */
const MIN_DEVIATION = '0.01';

function useColumns() {
  const t = useTranslations('console-catalogue');
  const percentText = usePercentText();
  const { placeColumn, enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<MarketForOperator>[] => [
      { id: 'title', header: t('markets.title'), cell: ({ title }) => <bdi>{title}</bdi> },
      {
        id: 'symbol',
        header: t('markets.symbol'),
        cell: ({ symbol }) => <span className="mono text-13 text-ink-2">{symbol}</span>,
      },
      {
        id: 'price',
        header: t('markets.price'),
        cell: ({ fresh }) => <Live old={fresh === 0}>{t(fresh === 1 ? 'markets.fresh' : 'markets.stale')}</Live>,
      },
      {
        id: 'min',
        header: t('markets.min'),
        end: true,
        cell: ({ min }) => <Figure value={min} bright={0} dim={false} />,
      },
      {
        id: 'fee',
        header: t('markets.fee'),
        end: true,
        cell: ({ spot_fee }) =>
          spot_fee === null ? (
            <span className="text-ink-3">{t('markets.sites')}</span>
          ) : (
            <span className="n">{percentText(percentOf(spot_fee) ?? spot_fee)}</span>
          ),
      },
      placeColumn,
      enabledColumn,
    ],
    [t, percentText, placeColumn, enabledColumn],
  );
}

function useFields() {
  const t = useTranslations('console-catalogue');
  const numberText = useNumberText();
  const { placeField, enabledField } = useStanding();
  return useMemo(
    (): readonly FieldSpec[] => [
      { name: 'symbol', label: t('markets.symbol'), kind: 'text', help: t('markets.symbolHelp') },
      { name: 'base', label: t('markets.base'), kind: 'row', rows: COINS, isHalf: true },
      { name: 'quote', label: t('markets.quote'), kind: 'row', rows: COINS, isHalf: true },
      {
        name: 'min',
        label: t('markets.min'),
        kind: 'decimal',
        isHalf: true,
        heading: t('markets.steps'),
        help: t('markets.minHelp'),
      },
      { name: 'step', label: t('markets.step'), kind: 'decimal', isHalf: true, help: t('markets.stepHelp') },
      {
        name: 'price_step',
        label: t('markets.priceStep'),
        kind: 'decimal',
        isHalf: true,
        help: t('markets.priceStepHelp'),
      },
      {
        name: 'max_jump',
        label: t('markets.jump'),
        kind: 'decimal',
        isHalf: true,
        unit: t('fraction'),
        rate: 'fraction',
        help: t('markets.jumpHelp', { min: numberText(MIN_DEVIATION) }),
      },
      {
        name: 'spot_fee',
        label: t('markets.fee'),
        kind: 'decimal',
        unit: t('fraction'),
        rate: 'fraction',
        isOptional: 'empty',
        help: t('markets.feeHelp'),
      },
      {
        name: 'eid',
        label: t('markets.tab'),
        kind: 'row',
        rows: TABS,
        isOptional: 'empty',
        heading: t('standing'),
        help: t('markets.tabHelp'),
      },
      { name: 'logo', label: t('markets.logo'), kind: 'image', isOptional: 'empty', help: t('markets.logoHelp') },
      placeField,
      enabledField,
    ],
    [t, numberText, placeField, enabledField],
  );
}

/** Markets: their pairs, steps and fees. */
export default function MarketsScreen() {
  const t = useTranslations('console-catalogue');
  const { statuses } = useStanding();
  const columns = useColumns();
  const fields = useFields();
  return (
    <ResourceScreen<MarketForOperator>
      resource="markets"
      path="markets"
      label={t('markets.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_PLACE}
      search={t('markets.search')}
      pollMs={EVERY_MS}
      creates={t('markets.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<MarketForOperator>
            resource="markets"
            id={id}
            path="markets"
            fields={fields}
            defaults={NEW}
            title={t('markets.one')}
            createTitle={t('markets.create')}
          >
            {({ fresh }) => fresh === 0 && <p className="mb-4 text-13 text-ink-2">{t('markets.staleHelp')}</p>}
          </ResourceForm>
        </Pane>
      )}
    />
  );
}
