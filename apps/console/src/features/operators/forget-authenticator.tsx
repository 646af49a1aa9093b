import type { OperatorItem } from '@plimsoll/contract/operator';
import { Button, Dialog } from '@plimsoll/ui';
import { useGetIdentity, useLogoutIfAccessDenied, useNotify, useUpdate } from 'ra-core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useProblemWords } from '../../platform/problem-words.ts';

/** Lets an owner have another operator's lost authenticator forgotten, so that their password alone lets them in to set up a new one. */
export function ForgetAuthenticator({ of: operator }: { readonly of: OperatorItem }) {
  const t = useTranslations('console.operators');
  const words = useProblemWords();
  const notify = useNotify();
  const logoutIfDenied = useLogoutIfAccessDenied();
  const { identity } = useGetIdentity();
  const [isAsking, setAsking] = useState(false);
  const [update, { isPending }] = useUpdate<OperatorItem>(undefined, undefined, {
    mutationMode: 'pessimistic',
    onSuccess() {
      setAsking(false);
      notify(t('forgotten'), { type: 'success' });
    },
    async onError(error) {
      setAsking(false);
      if (!await logoutIfDenied(error)) notify(words(error), { type: 'error' });
    },
  });
  // Nobody is changed by themselves here (wire, Operator API).
  if (operator.totp === 0 || !identity || identity.id === operator.id) return null;
  const name = operator.username;
  return (
    <>
      <Button kind="line" size="small" onClick={() => setAsking(true)}>{t('forget')}</Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('forgetTitle', { name })}
        cancel={t('forgetNo')}
        confirm={t('forgetYes')}
        busy={isPending}
        busyText={t('forgetYes')}
        onConfirm={() => void update('operators', { id: operator.id, data: { totp: 0 }, previousData: operator })}
      >
        <p>{t('forgetText', { name })}</p>
      </Dialog>
    </>
  );
}
