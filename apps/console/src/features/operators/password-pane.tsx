import { PasswordField, SubmitButton } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useNotify } from 'ra-core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useOwnCall } from './use-own-call.ts';

/** Changes the operator's own password. */
export function PasswordPane() {
  const t = useTranslations('console');
  const notify = useNotify();
  const [values, setValues] = useState({ password: '', newpassword: '' });
  const { call, isBusy, errors, forget } = useOwnCall();
  const change = (name: keyof typeof values) => (event: { readonly target: { readonly value: string } }) => {
    forget();
    setValues({ ...values, [name]: event.target.value });
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!(await call('/operators/me/password', values))) return;
    setValues({ password: '', newpassword: '' });
    notify(t('me.passwordChanged'), { type: 'success' });
  };
  return (
    <Pane title={t('me.passwordTitle')}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p className="text-13 text-ink-2">{t('me.passwordText')}</p>
        <PasswordField
          label={t('me.oldPassword')}
          autoComplete="current-password"
          required
          value={values.password}
          onChange={change('password')}
          error={errors['password']}
        />
        <PasswordField
          label={t('me.newPassword')}
          autoComplete="new-password"
          required
          value={values.newpassword}
          onChange={change('newpassword')}
          error={errors['newpassword']}
          help={t('me.newPasswordHelp')}
        />
        <SubmitButton kind="line" busy={isBusy}>
          {t('me.changePassword')}
        </SubmitButton>
      </form>
    </Pane>
  );
}
