import { OUT_HOURS } from '@plimsoll/contract/figures';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { leave } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { PageHeader } from '../site/index.ts';
import { PasswordChange } from './password-change.tsx';

/** /modifyPwd: changes the login password. Every session ends; this browser goes to the login. */
export default function LoginPasswordScreen() {
  const t = useTranslations('security');
  const app = useTranslations('app.titles');
  const { demo } = useSettings();
  const [refusal, setRefusal] = useState<Refusal>();
  const { busy, submit } = useSubmit('resetpwd', { isLast: true, onDone: leave, onRefused: setRefusal });
  return (
    <>
      <PageHeader title={app('loginPassword')} canGoBack />
      <PasswordChange
        labels={{ current: t('fields.current'), next: t('fields.newLogin'), again: t('fields.again') }}
        note={demo === 1 ? t('loginNote') : `${t('loginNote')} ${t('waits', { hours: OUT_HOURS })}`}
        submitText={t('changeLogin')}
        busy={busy}
        refusal={refusal}
        onType={() => setRefusal(undefined)}
        onSend={({ current, next }, second) => void submit({ oldpassword: current, newpassword: next, ...second })}
      />
    </>
  );
}
