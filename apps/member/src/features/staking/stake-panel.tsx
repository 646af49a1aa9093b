import type { StakingInfo, StakingProject } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { amount } from '@plimsoll/money';
import { Figure, SubmitButton, useReading, AmountField } from '@plimsoll/ui';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useAmountWords } from '../assets/index.ts';
import { PaymentField } from '../security/index.ts';
import { GetCoin } from './get-coin.tsx';
import { StakeLook } from './stake-look.tsx';
import { ReturnSummary, StakeDone } from './stake-parts.tsx';
import { useStake } from './use-stake.ts';
import type { StakeAction, StakeForm } from './stake-form.ts';

interface StakePanelProps {
  readonly project: StakingProject;
  readonly info: StakingInfo;
  readonly form: StakeForm;
  readonly balance: string | undefined;
  readonly onChange: (action: StakeAction) => void;
}

/** The form of a stake: amount, revenue and button. */
export function StakePanel({ project, info, form, balance, onChange }: StakePanelProps) {
  const t = useTranslations('staking');
  const reading = useReading();
  const words = useAmountWords();
  const { busy, send, look, done, min, amountError, password } = useStake({ project, info, form, balance, onChange });
  const fields = useRef<HTMLFormElement>(null);
  // The form was opened in order to write in it.
  useEffect(() => {
    fields.current?.querySelector('input')?.focus();
  }, []);
  const coin = project.coin.title;
  const lacks = balance !== undefined && amount(balance) < amount(info.min_price);
  const days = t('days', { days: info.days, count: formatDecimal(String(info.days), reading) });
  return (
    <form
      ref={fields}
      onSubmit={send}
      noValidate
      aria-label={t('stakeNamed', { coin })}
      className="on-card mt-4 grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <div className="grid gap-1.5">
        <AmountField
          label={t('amount')}
          value={form.amount}
          unit={coin}
          wrong={amountError}
          all={{ text: t('all'), name: t('allNamed'), onTap: () => onChange({ kind: 'all' }) }}
          onEnter={(next) => onChange({ kind: 'enter', text: next })}
        />
        <p className="flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
          <span>{t('atLeast', { amount: min, coin, days })}</span>
          <span>
            {t('available')} {balance === undefined ? '--' : <Figure value={balance} places={8} />}{' '}
            {lacks && <GetCoin project={project} />}
          </span>
        </p>
      </div>
      {password.isAsked && (
        <PaymentField
          isSet={password.isSet}
          none={t('noPassword')}
          value={password.text}
          wrong={password.error}
          onType={password.enter}
        />
      )}
      <ReturnSummary project={project} info={info} form={form} />
      {done && <StakeDone done={done} coin={coin} />}
      <SubmitButton busy={busy} busyText={t('sending')}>
        {form.amount === '' ? t('submitBare') : t('submit', { amount: words(form.amount), coin })}
      </SubmitButton>
      <StakeLook project={project} info={info} form={form} look={look} />
    </form>
  );
}
