import type { OptionTermItem } from '@plimsoll/contract/operator';
import { Figure, Note } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { info } from '@plimsoll/ui/icons-shell';
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

/** The shortest duration that the contract allows. */
const MIN_SECONDS = 5;

function useColumns() {
  const t = useTranslations('console-catalogue');
  const percentText = usePercentText();
  const { enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<OptionTermItem>[] => [
      {
        id: 'seconds',
        header: t('terms.seconds'),
        sort: 'sort',
        cell: ({ seconds }) => <span className="n">{t('terms.ofSeconds', { count: seconds })}</span>,
      },
      {
        id: 'min',
        header: t('terms.min'),
        end: true,
        cell: ({ min }) => <Figure value={min} bright={0} dim={false} />,
      },
      {
        id: 'most',
        header: t('terms.most'),
        end: true,
        cell: ({ max }) => <Figure value={max} bright={0} dim={false} />,
      },
      {
        id: 'rate',
        header: t('terms.rate'),
        end: true,
        cell: ({ rate }) => <span className="n">{percentText(percentOf(rate) ?? rate)}</span>,
      },
      enabledColumn,
    ],
    [t, percentText, enabledColumn],
  );
}

function useFields() {
  const t = useTranslations('console-catalogue');
  const numberText = useNumberText();
  const { enabledField } = useStanding();
  return useMemo(
    (): readonly FieldSpec[] => [
      {
        name: 'seconds',
        label: t('terms.seconds'),
        kind: 'whole',
        unit: t('seconds'),
        isHalf: true,
        help: t('terms.secondsHelp', { min: numberText(MIN_SECONDS) }),
      },
      {
        name: 'rate',
        label: t('terms.rate'),
        kind: 'decimal',
        unit: t('fraction'),
        rate: 'fraction',
        isHalf: true,
        help: t('terms.rateHelp'),
      },
      { name: 'min', label: t('terms.min'), kind: 'decimal', unit: 'USDT', isHalf: true },
      { name: 'max', label: t('terms.most'), kind: 'decimal', unit: 'USDT', isHalf: true },
      enabledField,
    ],
    [t, numberText, enabledField],
  );
}

/** Terms of options by duration. A change applies to new options only. */
export default function OptionTermsScreen() {
  const t = useTranslations('console-catalogue');
  const { statuses } = useStanding();
  const columns = useColumns();
  const fields = useFields();
  return (
    <ResourceScreen<OptionTermItem>
      resource="option-terms"
      path="option-terms"
      label={t('terms.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_PLACE}
      search={t('terms.search')}
      creates={t('terms.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<OptionTermItem>
            resource="option-terms"
            id={id}
            path="option-terms"
            fields={fields}
            title={t('terms.one')}
            createTitle={t('terms.create')}
          >
            {() => (
              <div className="mb-4">
                <Note icon={info}>{t('terms.keeps')}</Note>
              </div>
            )}
          </ResourceForm>
        </Pane>
      )}
    />
  );
}
