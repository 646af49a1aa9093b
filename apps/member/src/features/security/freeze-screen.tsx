import { Button, showToast } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { leaveIfOver } from '../../platform/leave-if-over.ts';
import { navigate, useSearchParams } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { openService, PageHeader } from '../site/index.ts';
import { FreezeFacts } from './freeze-part.tsx';

/** /freeze: the link "this was not me" of a mail. Opening it changes nothing, because mail programs open links. */
export default function FreezeScreen() {
  const t = useTranslations('security.freeze');
  const app = useTranslations('app');
  const settings = useSettings();
  const [query] = useSearchParams();
  const token = query.get('token');
  const isDone = query.get('done') === '1';
  const [refusal, setRefusal] = useState<Refusal>();
  const { busy, submit } = useSubmit('freezeMe', {
    // The page shows it.
    announce: false,
    isLast: true,
    onDone() {
      void leaveIfOver();
      navigate('/freeze?done=1', { replace: true });
    },
    onRefused: setRefusal,
  });
  const ask = () => {
    if (!openService(settings)) showToast('bad', app('contactService'));
  };
  return (
    <>
      <PageHeader title={isDone ? t('doneTitle') : t('linkTitle')} canGoBack />
      <div className="grid gap-5 px-4 pt-1 pb-8">
        {isDone ? (
          <>
            <p className="text-14 text-ink-2">{t('doneText')}</p>
            <Button kind="quiet" onClick={ask}>
              {t('contact')}
            </Button>
          </>
        ) : (
          <>
            <FreezeFacts />
            {refusal && (
              <p role="alert" className="text-14 text-danger">
                {refusal.message}
              </p>
            )}
            <Button
              kind="danger"
              busy={busy}
              busyText={t('busy')}
              disabled={token === null}
              onClick={() => void submit({ token: token ?? undefined })}
            >
              {t('button')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
