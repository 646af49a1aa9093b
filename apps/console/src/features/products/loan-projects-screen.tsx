import type { LoanProjectItem } from '@plimsoll/contract/operator';
import { Figure } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
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

function useColumns() {
  const t = useTranslations('console-catalogue');
  const { placeColumn, enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<LoanProjectItem>[] => [
      { id: 'title', header: t('products.title'), cell: ({ title }) => <bdi>{title}</bdi> },
      {
        id: 'min',
        header: t('loans.min'),
        end: true,
        cell: ({ minprice }) => <Figure value={minprice} bright={0} dim={false} />,
      },
      {
        id: 'most',
        header: t('loans.most'),
        end: true,
        cell: ({ maxprice }) => <Figure value={maxprice} bright={0} dim={false} />,
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
      { name: 'title', label: t('products.title'), kind: 'text' },
      {
        name: 'mechanism',
        label: t('loans.lender'),
        kind: 'long',
        isOptional: 'empty',
        help: t('loans.lenderHelp'),
      },
      { name: 'minprice', label: t('loans.min'), kind: 'decimal', unit: 'USDT', isHalf: true },
      { name: 'maxprice', label: t('loans.most'), kind: 'decimal', unit: 'USDT', isHalf: true },
      {
        name: 'interest_rate',
        label: t('products.perDay'),
        kind: 'decimal',
        unit: '%',
        isHalf: true,
        help: t('products.perDayHelp'),
      },
      { name: 'cycle', label: t('products.cycle'), kind: 'whole', unit: t('days'), isHalf: true },
      { ...placeField, heading: t('standing') },
      enabledField,
    ],
    [t, placeField, enabledField],
  );
}

/** Loan products. */
export default function LoanProjectsScreen() {
  const t = useTranslations('console-catalogue');
  const { statuses } = useStanding();
  const columns = useColumns();
  const fields = useFields();
  return (
    <ResourceScreen<LoanProjectItem>
      resource="loan-projects"
      path="loan-projects"
      label={t('loans.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_PLACE}
      search={t('products.search')}
      creates={t('loans.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<LoanProjectItem>
            resource="loan-projects"
            id={id}
            path="loan-projects"
            fields={fields}
            title={t('loans.one')}
            createTitle={t('loans.create')}
          >
            {() => <KeepsNote />}
          </ResourceForm>
        </Pane>
      )}
    />
  );
}
