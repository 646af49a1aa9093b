import { PasswordField, showToast, SubmitButton, type ButtonKind } from '@plimsoll/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { post } from '../../platform/client.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { factorsHere, type SecurityState } from './queries.ts';
import { SecondFields } from './second-fields.tsx';
import { isAboutSecond } from './second-reasons.ts';
import { useSecondFactor, type GivenSecond } from './use-second-factor.ts';

interface ProofFormProps {
  readonly state: SecurityState;
  readonly submitText: string;
  readonly kind?: ButtonKind;
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  readonly onType: () => void;
  readonly onSend: (proof: GivenSecond & { readonly password: string }) => void;
  /** More fields, above; false from `check` prevents sending. */
  readonly children?: ReactNode;
  readonly check?: () => boolean;
}

/** The proof of a change: the login password, and a second factor once one is set. */
export function ProofForm({
  state,
  submitText,
  kind = 'primary',
  busy,
  refusal,
  onType,
  onSend,
  children,
  check,
}: ProofFormProps) {
  const t = useTranslations('security.prove');
  const kit = useTranslations('security');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const second = useSecondFactor(factorsHere(state));
  const isMissing = wasTried && password === '';
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || isAsking || check?.() === false) return;
    if (password === '') {
      showToast('bad', t('missing'));
      return;
    }
    setAsking(true);
    const given = await second.give(() => post('passkeyChallenge', { purpose: 'change' }));
    setAsking(false);
    if (given) onSend({ password, ...given });
  };
  return (
    <form className="grid gap-4" onSubmit={(event) => void send(event)} noValidate>
      {children}
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        value={password}
        error={isMissing ? t('missing') : refusal?.reason === 'bad_login' ? kit('errors.wrongLogin') : undefined}
        onChange={(event) => {
          setPassword(event.target.value);
          onType();
        }}
      />
      <SecondFields form={second} refused={isAboutSecond(refusal) ? refusal?.message : undefined} onChange={onType} />
      <SubmitButton className="mt-2" kind={kind} busy={busy || isAsking} busyText={t('busy')}>
        {submitText}
      </SubmitButton>
    </form>
  );
}
