import type { WebhookItem } from '@plimsoll/contract/operator';
import { Button, Dialog } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useQueryClient } from '@tanstack/react-query';
import { useCanAccess, useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { proposalIn } from '../../platform/data-provider.ts';
import { useFormErrors } from '../../platform/use-form-errors.ts';
import { useIsHere } from '../../platform/use-is-here.ts';
import { Copyable, useAct } from '../../platform/resource/index.ts';

/** The secret that messages are signed with: shown once, and replaced by two owners. */
export function WebhookSecret({ of: webhook }: { readonly of: WebhookItem }) {
  const t = useTranslations('console-webhooks');
  const { canAccess: mayShow } = useCanAccess({ resource: 'webhooks', action: 'secret' });
  const { secret, show, isBusy } = useSecret(webhook.id);
  if (mayShow !== true) return null;
  return (
    <Pane title={t('secret.title')}>
      {secret === undefined ? (
        <p className="text-13 text-ink-2">{t(webhook.unseen === 1 ? 'secret.text' : 'secret.seen')}</p>
      ) : (
        <div className="mono text-13" dir="ltr">
          <Copyable value={secret} name={t('secret.title')} />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {secret === undefined && webhook.unseen === 1 && (
          <Button size="small" busy={isBusy} busyText={t('secret.show')} onClick={() => void show()}>
            {t('secret.show')}
          </Button>
        )}
        <Rotate of={webhook} />
      </div>
    </Pane>
  );
}

/** No act on the record: the secret must not be kept with it. */
function useSecret(id: number) {
  const queries = useQueryClient();
  const { showRefusal } = useFormErrors();
  const [secret, setSecret] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  return {
    secret,
    isBusy,
    show: async (): Promise<void> => {
      setBusy(true);
      try {
        const { data } = await ask<{ readonly secret: string }>('POST', `/webhooks/${id}/secret`, { body: {} });
        setSecret(data.secret);
      } catch (error) {
        await showRefusal(error);
      } finally {
        setBusy(false);
        await queries.invalidateQueries({ queryKey: ['webhooks'] });
      }
    },
  };
}

function Rotate({ of: { id, name } }: { readonly of: WebhookItem }) {
  const t = useTranslations('console-webhooks');
  const c = useTranslations('console');
  const notify = useNotify();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [isAsking, setAsking] = useState(false);
  const act = useAct({
    onDone({ data }) {
      setAsking(false);
      notify(c('form.proposed'), { type: 'success' });
      if (isHere()) void navigate(`/proposals/${proposalIn(data)}`);
    },
  });
  return (
    <>
      <Button kind="line" size="small" onClick={() => setAsking(true)}>
        {t('secret.rotate')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('secret.rotateTitle', { name })}
        cancel={t('back')}
        confirm={t('secret.propose')}
        busy={act.isPending}
        busyText={t('secret.propose')}
        onConfirm={() => act.mutate({ resource: 'webhooks', id, action: 'rotate' })}
      >
        {t('secret.rotateText')}
      </Dialog>
    </>
  );
}
