import type { Answer, StakingInfo, StakingProject } from '@plimsoll/contract';
import { formatDecimal, formatTime } from '@plimsoll/i18n';
import { format, type Amount } from '@plimsoll/money';
import { linkClass, Note, Summary, useReading, CoinFigure } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useAmountWords } from '../assets/index.ts';
import { computeReturn, type StakeForm } from './stake-form.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Done {
  readonly answer: Answer<'submitStaking'>;
  readonly amount: string;
}

interface ReturnSummaryProps {
  readonly project: StakingProject;
  readonly info: StakingInfo;
  readonly form: StakeForm;
}

/** What is locked, what it earns, and when it ends. */
export function ReturnSummary({ project, info, form }: ReturnSummaryProps) {
  const t = useTranslations('staking');
  const reading = useReading();
  const [openedAtMs] = useState(() => Date.now());
  const days = t('days', { days: info.days, count: formatDecimal(String(info.days), reading) });
  const sums = computeReturn(form, project);
  const figure = (value: Amount | undefined): ReactNode => (
    <CoinFigure value={value === undefined ? undefined : format(value)} places={8} coin={project.coin.title} />
  );
  return (
    <section aria-label={t('summary.title')} className="[&_dd]:ms-auto [&_dl>div]:flex-wrap">
      <Summary
        rows={[
          { term: t('summary.locks'), value: figure(sums?.staked) },
          { term: t('summary.revenue', { days }), value: figure(sums?.revenue) },
          {
            term: t('summary.ends'),
            value: <bdi>{formatTime(openedAtMs + info.days * DAY_MS, { ...reading, style: 'full' })}</bdi>,
          },
          { term: t('summary.total'), value: figure(sums?.total), total: true },
        ]}
      />
    </section>
  );
}

/** That it is staked, until when, and its revenue. */
export function StakeDone({ done, coin }: { readonly done: Done; readonly coin: string }) {
  const t = useTranslations('staking');
  const reading = useReading();
  const words = useAmountWords();
  const { staking_list_switch } = useSettings();
  const time = (at: string) => `\u2068${formatTime(at, { ...reading, style: 'full' })}\u2069`;
  return (
    <Note kind="ok" icon={check}>
      <b className="text-ink">{t('done', { amount: words(done.amount), coin })}</b>{' '}
      {t('doneUntil', { time: time(done.answer.end_time), revenue: words(done.answer.total_revenue), coin })}
      {staking_list_switch === 1 && (
        <>
          {' '}
          <Link to="/staking-list" className={`${linkClass} hit`}>
            {t('seeStakes')}
          </Link>
        </>
      )}
    </Note>
  );
}
