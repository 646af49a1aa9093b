import { Note, PasswordField, showToast, SubmitButton } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { post } from '../../platform/client.ts';
import { PasswordRules } from '../../platform/password-rules.tsx';
import { useFigures } from '../../platform/use-figures.ts';
import { NO_FIELDS, passwordErrors, refusedField, type PasswordFields } from './password-form.ts';
import { factorsHere, useSecurity } from './queries.ts';
import { SecondFields } from './second-fields.tsx';
import { isAboutSecond } from './second-reasons.ts';
import { useSecondFactor, type GivenSecond } from './use-second-factor.ts';

interface PasswordChangeProps {
  readonly labels: Readonly<Record<keyof PasswordFields, string>>;
  readonly note: string;
  readonly submitText: string;
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  readonly onType: () => void;
  readonly onSend: (fields: PasswordFields, second: GivenSecond) => void;
}

const NAMES = ['current', 'next', 'again'] as const;

/** A form that changes a password, with the login password and a second factor once one is set. */
export function PasswordChange({ labels, note, submitText, busy, refusal, onType, onSend }: PasswordChangeProps) {
  const t = useTranslations('security');
  const [fields, setFields] = useState<PasswordFields>(NO_FIELDS);
  const [shown, setShown] = useState<ReadonlySet<keyof PasswordFields>>(new Set());
  const { data: security } = useSecurity();
  const second = useSecondFactor(factorsHere(security));
  const [isAsking, setAsking] = useState(false);
  const figures = useFigures();
  const errors = passwordErrors(fields);
  const errorOf = (name: keyof PasswordFields): string | undefined => {
    const error = shown.has(name) ? errors[name] : undefined;
    if (error) return t(`errors.${error}`, figures);
    if (!refusal || refusedField(refusal.reason) !== name) return undefined;
    return name === 'current' ? t('errors.wrongLogin') : refusal.message;
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || isAsking) return;
    setShown(new Set(NAMES));
    const first = errors.current ?? errors.next ?? errors.again;
    if (first) {
      showToast('bad', t(`errors.${first}`, figures));
      return;
    }
    setAsking(true);
    const given = await second.give(() => post('passkeyChallenge', { purpose: 'change' }));
    setAsking(false);
    if (given) onSend(fields, given);
  };
  const field = (name: keyof PasswordFields) => (
    <PasswordField
      label={labels[name]}
      autoComplete={name === 'current' ? 'current-password' : 'new-password'}
      value={fields[name]}
      error={errorOf(name)}
      onBlur={() => {
        if (fields[name] !== '') setShown((before) => new Set([...before, name]));
      }}
      onChange={(event) => {
        setFields((before) => ({ ...before, [name]: event.target.value }));
        onType();
      }}
    />
  );
  return (
    <form className="grid gap-4 px-4 pt-1" onSubmit={(event) => void send(event)} noValidate>
      {field('current')}
      <div className="grid gap-2">
        {field('next')}
        <PasswordRules password={fields.next} />
      </div>
      {field('again')}
      <SecondFields form={second} refused={isAboutSecond(refusal) ? refusal?.message : undefined} onChange={onType} />
      <Note icon={info}>{note}</Note>
      <SubmitButton className="mt-2" busy={busy || isAsking} busyText={t('busy')}>
        {submitText}
      </SubmitButton>
    </form>
  );
}
