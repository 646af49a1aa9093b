import type { OwnLimits } from '@plimsoll/contract';
import { LIMITS_WAIT_HOURS } from '@plimsoll/contract/codes/times';
import { parseAmount } from '@plimsoll/money';
import { Icon, Note, Presets, SubmitButton, DecimalInput } from '@plimsoll/ui';
import { info, warn } from '@plimsoll/ui/icons-shell';
import { useId, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { useIsShown } from '../../platform/use-is-shown.ts';
import { BREAKS, changesOf, formOf, REMINDERS, type LimitsForm as Limits } from './limits-form.ts';
import { LossLine } from './loss-line.tsx';
import { bold } from './order-parts.tsx';
import { useLimitsChanged } from './queries.ts';
import { useWriting } from './words.ts';

const BREAK_WORDS = { 0: 'noBreak', 1: 'day', 7: 'days', 30: 'days' } as const;

function Pending({ limits }: { readonly limits: OwnLimits }) {
  const t = useTranslations('options.limits');
  const { cents, whole, time } = useWriting();
  const { pending } = limits;
  if (!pending) return null;
  const from = time(pending.from, 'full');
  return (
    <Note kind="warn" icon={info}>
      {pending.daily_loss !== undefined && (
        <span className="block">
          {pending.daily_loss === null
            ? t('pendingNoLoss', { from })
            : t('pendingLoss', { from, limit: cents(pending.daily_loss) })}
        </span>
      )}
      {pending.session_minutes !== undefined && (
        <span className="block">
          {pending.session_minutes === null
            ? t('pendingNoMinutes', { from })
            : t('pendingMinutes', { from, minutes: whole(pending.session_minutes) })}
        </span>
      )}
    </Note>
  );
}

interface LossFieldProps {
  readonly value: string;
  readonly isWrong: boolean;
  readonly onEnter: (text: string) => void;
}

function LossField({ value, isWrong, onEnter }: LossFieldProps) {
  const t = useTranslations('options.limits');
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-13 text-ink-2">
        {t('dailyLoss')}
      </label>
      <div className="ctl flex min-h-12 items-center gap-2 rounded-md px-3.5" data-wrong={isWrong ? '' : undefined}>
        <DecimalInput
          id={id}
          value={value}
          placeholder={t('none')}
          onEnter={onEnter}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          className="h-11.5 w-full min-w-0 flex-1 text-left rtl:text-right"
        />
        <span className="text-14 text-ink-3">USDT</span>
      </div>
      {isWrong && (
        <p id={`${id}-wrong`} role="alert" className="flex items-start gap-1.25 text-12 text-danger">
          <Icon of={warn} size={14} className="mt-px" />
          {t('badLoss')}
        </p>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly form: Limits;
  readonly onChange: (form: Limits) => void;
}

function Choices({ form, onChange }: ChoicesProps) {
  const t = useTranslations('options.limits');
  const { whole } = useWriting();
  return (
    <>
      <div className="grid gap-1.5">
        <span className="text-13 text-ink-2">{t('remind')}</span>
        <Presets
          label={t('remind')}
          isText
          options={REMINDERS.map((value) => ({
            value,
            label: value === '0' ? t('never') : t('minutes', { minutes: whole(Number(value)) }),
          }))}
          value={form.sessionMinutes}
          onChange={(sessionMinutes) => onChange({ ...form, sessionMinutes })}
        />
      </div>
      <div className="grid gap-1.5">
        <span className="text-13 text-ink-2">{t('break')}</span>
        <Presets
          label={t('break')}
          isText
          options={BREAKS.map((value) => ({
            value,
            label: t(BREAK_WORDS[value], { days: Number(value), hours: whole(LIMITS_WAIT_HOURS) }),
          }))}
          value={form.breakDays}
          onChange={(breakDays) => onChange({ ...form, breakDays })}
        />
      </div>
    </>
  );
}

/** The form in the sheet, loaded when it is first opened. */
export default function LimitsForm({ limits, onClose }: { readonly limits: OwnLimits; readonly onClose: () => void }) {
  const t = useTranslations('options.limits');
  const { time, whole } = useWriting();
  const [form, setForm] = useState(() => formOf(limits));
  const [isWrong, setWrong] = useState(false);
  const changed = useLimitsChanged();
  const isShown = useIsShown();
  const { busy, submit } = useSubmit('setHyLimit', {
    onDone: () => {
      changed();
      if (isShown()) onClose();
    },
    onRefused: ({ reason }) => {
      if (reason === 'bad_amount') setWrong(true);
      changed();
    },
  });
  const changes = changesOf(form, limits);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (form.dailyLoss !== '' && parseAmount(form.dailyLoss) === null) setWrong(true);
    else if (changes) void submit(changes);
  };
  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      <LossLine limits={limits} title={t('lostToday')} />
      {limits.excluded_until !== null && (
        <Note icon={info}>{t('onBreak', { until: time(limits.excluded_until, 'full') })}</Note>
      )}
      <Pending limits={limits} />
      <LossField
        value={form.dailyLoss}
        isWrong={isWrong}
        onEnter={(dailyLoss) => {
          setWrong(false);
          setForm({ ...form, dailyLoss });
        }}
      />
      <Choices form={form} onChange={setForm} />
      <Note icon={info}>{t.rich('note', { b: bold, hours: whole(LIMITS_WAIT_HOURS) })}</Note>
      <SubmitButton busy={busy} busyText={t('saving')} disabled={changes === undefined}>
        {changes === undefined ? t('same') : t('save')}
      </SubmitButton>
    </form>
  );
}
