import type { StakingInfo, StakingProject } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { format } from '@plimsoll/money';
import { CoinFigure, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useAmountWords } from '../assets/index.ts';
import { LookSheet, type LookState } from '../look/index.ts';
import { computeReturn, type StakeForm } from './stake-form.ts';

interface StakeLookProps {
  readonly project: StakingProject;
  readonly info: StakingInfo;
  readonly form: StakeForm;
  readonly look: LookState<undefined>;
}

/** The last look at a stake. */
export function StakeLook({ project, info, form, look }: StakeLookProps) {
  const t = useTranslations('staking');
  const reading = useReading();
  const words = useAmountWords();
  const coin = project.coin.title;
  const days = t('days', { days: info.days, count: formatDecimal(String(info.days), reading) });
  const sums = computeReturn(form, project);
  return (
    <LookSheet
      {...look}
      headline={{ term: t('summary.locks'), value: form.amount === '' ? '--' : words(form.amount), coin }}
      rows={[
        {
          term: t('summary.revenue', { days }),
          value: <CoinFigure value={sums && format(sums.revenue)} places={8} coin={coin} />,
        },
        {
          term: t('summary.total'),
          value: <CoinFigure value={sums && format(sums.total)} places={8} coin={coin} />,
        },
      ]}
      confirm={t('submitBare')}
      busyText={t('sending')}
    />
  );
}
