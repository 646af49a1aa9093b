import { Field, Icon, inFours, PasswordField, QrCode, SubmitButton, Tag } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { check } from '@plimsoll/ui/icons-shell';
import { useNotify } from 'ra-core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { forgetSession } from '../../platform/auth-provider.ts';
import { useOwnCall } from './use-own-call.ts';

interface Enrolment {
  readonly enabled: 0 | 1;
  readonly secret: string | null;
  readonly uri: string | null;
}

/** Enrols an authenticator: the password shows the key once, a code confirms it. */
export function AuthenticatorPane({ hasTotp, onSet }: { readonly hasTotp: boolean; readonly onSet: () => void }) {
  const t = useTranslations('console');
  return (
    <Pane
      title={t('me.totpTitle')}
      aside={
        hasTotp ? (
          <Tag kind="ok" icon={check}>
            {t('operators.yes')}
          </Tag>
        ) : undefined
      }
    >
      <p className="mb-4 text-13 text-ink-2">
        {t(hasTotp ? 'me.totpOn' : 'me.totpOff')} {hasTotp && t('me.totpLost')}
      </p>
      {!hasTotp && <Enrol onSet={onSet} />}
    </Pane>
  );
}

function Enrol({ onSet }: { readonly onSet: () => void }) {
  const t = useTranslations('console');
  const notify = useNotify();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [shown, setShown] = useState<Key>();
  const { call, isBusy, errors, forget } = useOwnCall();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const answer = await call<Enrolment>('/operators/me/totp', {
      password,
      ...(shown ? { code: code.replaceAll(' ', '') } : {}),
    });
    if (!answer) return;
    if (answer.data.secret !== null && answer.data.uri !== null) {
      setShown({ secret: answer.data.secret, uri: answer.data.uri });
      return;
    }
    setShown(undefined);
    setPassword('');
    setCode('');
    forgetSession();
    onSet();
    notify(t('me.totpSet'), { type: 'success' });
  };
  const change = (set: (value: string) => void) => (event: { readonly target: { readonly value: string } }) => {
    forget();
    set(event.target.value);
  };
  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {shown ? (
        <KeyAndCode shown={shown} code={code} error={errors['code']} onCode={change(setCode)} />
      ) : (
        <PasswordField
          label={t('me.oldPassword')}
          autoComplete="current-password"
          required
          value={password}
          onChange={change(setPassword)}
          error={errors['password']}
        />
      )}
      <SubmitButton kind={shown ? 'primary' : 'line'} busy={isBusy}>
        {shown && <Icon of={check} size={20} />}
        {t(shown ? 'me.confirm' : 'me.begin')}
      </SubmitButton>
    </form>
  );
}

interface Key {
  readonly secret: string;
  readonly uri: string;
}

interface KeyAndCodeProps {
  readonly shown: Key;
  readonly code: string;
  readonly error: string | undefined;
  readonly onCode: (event: { readonly target: { readonly value: string } }) => void;
}

function KeyAndCode({ shown, code, error, onCode }: KeyAndCodeProps) {
  const t = useTranslations('console');
  return (
    <>
      <p className="text-13 text-ink-2">{t('me.scan')}</p>
      <QrCode text={shown.uri} label={t('me.qr')} />
      <p className="text-center">
        <span className="sr">{t('me.key')}: </span>
        <span className="mono select-all">{inFours(shown.secret).join(' ')}</span>
      </p>
      <Field
        label={t('me.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        required
        value={code}
        onChange={onCode}
        error={error}
      />
    </>
  );
}
