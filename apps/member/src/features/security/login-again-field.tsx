import { PasswordField } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import type { LoginAgain } from './use-login-again.ts';

/** The login password, asked again before money leaves; nothing where it is not required. */
export function LoginAgainField({ login, onType }: { readonly login: LoginAgain; readonly onType: () => void }) {
  const t = useTranslations('security.prove');
  const { isAsked, password, wrong } = login;
  if (!isAsked) return null;
  return (
    <PasswordField
      label={t('password')}
      autoComplete="current-password"
      value={password}
      error={wrong}
      onChange={(event) => {
        login.type(event.target.value);
        onType();
      }}
    />
  );
}
