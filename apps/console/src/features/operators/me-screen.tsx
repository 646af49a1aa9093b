import { useGetIdentity } from 'ra-core';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { useOperator } from '../../platform/use-operator.ts';
import { AuthenticatorPane } from './authenticator-pane.tsx';
import { PasskeysPane } from './passkeys-pane.tsx';
import { PasswordPane } from './password-pane.tsx';
import { SessionsPane } from './sessions-pane.tsx';

/** The operator's own password, factors and sessions. */
export default function MeScreen() {
  const t = useTranslations('console');
  const { refetch } = useGetIdentity();
  const operator = useOperator();
  const { hash } = useLocation();
  const isThere = operator !== undefined;
  useEffect(() => {
    // The menu links to a section.
    if (isThere && hash !== '') document.querySelector<HTMLElement>(`${hash} input, ${hash} button`)?.focus();
  }, [hash, isThere]);
  if (!operator) return null;
  return (
    <div className="grid max-w-240 content-start gap-5 p-4 wide:px-7 wide:py-6">
      <p className="text-ink-2">{t('me.text', { name: operator.username, role: t(`roles.${operator.role}`) })}</p>
      <div className="grid gap-5 beside:grid-cols-2">
        <div id="password">
          <PasswordPane />
        </div>
        <div id="authenticator" className="grid content-start gap-5">
          {operator.mustEnrol && (
            <p role="status" className="rounded-md bg-raised px-4 py-3 text-13">
              {t('me.mustEnrol')}
            </p>
          )}
          <AuthenticatorPane hasTotp={operator.hasTotp} onSet={() => void refetch()} />
        </div>
        <div id="passkeys">
          <PasskeysPane onSet={() => void refetch()} />
        </div>
      </div>
      <SessionsPane />
    </div>
  );
}
