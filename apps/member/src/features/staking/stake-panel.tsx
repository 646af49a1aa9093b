import type { Answer, StakingInfo, StakingProject } from '@plimsoll/contract';
import { formatDecimal, formatTime } from '@plimsoll/i18n';
import { amount, format, formatShort, type Amount } from '@plimsoll/money';
import { Figure, linkClass, Note, showToast, SubmitButton, Summary, useReading, AmountField } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useAmountWords } from '../assets/index.ts';
import { useMember } from '../../platform/member.ts';
import { ABOUT_PAYMENT_PASSWORD, PaymentField } from '../security/index.ts';
import { useStakingChanged } from './queries.ts';
import { GetCoin } from './get-coin.tsx';
import { errorIn, computeReturn, type StakeAction, type StakeError, type StakeForm } from './stake-form.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface StakePanelProps {
  readonly project: StakingProject;
  readonly info: StakingInfo;
  readonly form: StakeForm;
  readonly balance: string | undefined;
  readonly onChange: (action: StakeAction) => void;
}

/** How much to stake, what comes back and when, and the button. */
export function StakePanel({ project, info, form, balance, onChange }: StakePanelProps) {
  const t = useTranslations('staking');
  const reading = useReading();
  const words = useAmountWords();
  const { traders_password_switch, staking_list_switch } = useSettings();
  const { data: member } = useMember();
  const stakingChanged = useStakingChanged();
  const [text, setText] = useState('');
  /** The server's last word, of what was written then. */
  const [refused, setRefused] = useState<{ readonly refusal: Refusal; readonly of: StakeForm }>();
  const [done, setDone] = useState<{ readonly answer: Answer<'submitStaking'>; readonly amount: string }>();
  const [openedAtMs] = useState(() => Date.now());
  const fields = useRef<HTMLFormElement>(null);
  // Whoever opened it is about to write.
  useEffect(() => {
    fields.current?.querySelector('input')?.focus();
  }, []);
  const {
    coin: { title: coin, decimals },
  } = project;
  const { busy, submit } = useSubmit('submitStaking', {
    keyed: true,
    onDone(answer) {
      setDone({ answer, amount: form.amount });
      setText('');
      setRefused(undefined);
      onChange({ kind: 'staked' });
      stakingChanged();
    },
    onRefused(refusal) {
      setRefused({ refusal, of: form });
      stakingChanged();
    },
  });
  const refusal = refused?.of === form ? refused.refusal : undefined;
  const lacks = balance !== undefined && amount(balance) < amount(info.min_price);
  const least = formatDecimal(formatShort(amount(info.min_price)), reading);
  const days = t('days', { days: info.days, count: formatDecimal(String(info.days), reading) });
  const say = (error: StakeError | undefined) =>
    error && t(`errors.${error}`, { least, coin, places: formatDecimal(String(decimals), reading) });
  const password = { isAsked: traders_password_switch === 1, text };
  const isAboutPassword = ABOUT_PAYMENT_PASSWORD.includes(refusal?.reason);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = errorIn(form, { project, balance }, password);
    if (wrong === 'passwordMissing' && member?.have_pay === 0) showToast('bad', t('noPassword'));
    else if (wrong) {
      onChange({ kind: 'wrong', wrong });
      showToast('bad', say(wrong) ?? '');
    } else {
      setDone(undefined);
      void submit({
        id: project.id,
        s_id: info.id,
        amount: form.amount,
        paypassword: password.isAsked ? text : undefined,
      });
    }
  };
  const sums = computeReturn(form, project);
  const figure = (value: Amount | undefined) =>
    value === undefined ? (
      '--'
    ) : (
      <>
        <Figure value={format(value)} places={8} />{' '}
        <small className="text-[.78em] font-normal text-ink-3">{coin}</small>
      </>
    );
  const time = (at: string | number) => `\u2068${formatTime(at, { ...reading, style: 'full' })}\u2069`;
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
          wrong={
            (form.wrong === 'passwordMissing' ? undefined : say(form.wrong)) ??
            (isAboutPassword ? undefined : refusal?.message)
          }
          all={{ text: t('all'), name: t('allNamed'), onTap: () => onChange({ kind: 'all' }) }}
          onEnter={(next) => onChange({ kind: 'enter', text: next })}
        />
        <p className="flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
          <span>{t('atLeast', { amount: least, coin, days })}</span>
          <span>
            {t('available')} {balance === undefined ? '--' : <Figure value={balance} places={8} />}{' '}
            {lacks && <GetCoin project={project} />}
          </span>
        </p>
      </div>
      {password.isAsked && (
        <PaymentField
          isSet={member?.have_pay !== 0}
          none={t('noPassword')}
          value={text}
          wrong={form.wrong === 'passwordMissing' ? say(form.wrong) : isAboutPassword ? refusal?.message : undefined}
          onType={(next) => {
            setText(next);
            onChange({ kind: 'wrong', wrong: form.wrong === 'passwordMissing' ? undefined : form.wrong });
          }}
        />
      )}
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
      {done && (
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
      )}
      <SubmitButton busy={busy} busyText={t('sending')}>
        {form.amount === '' ? t('submitBare') : t('submit', { amount: words(form.amount), coin })}
      </SubmitButton>
    </form>
  );
}
