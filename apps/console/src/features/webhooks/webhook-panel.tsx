import type { WebhookItem } from '@plimsoll/contract/operator';
import { Button, buttonClass, Count, Dialog, Facts, Tag } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useCanAccess, useNotify } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { filteredBy, Moment, useAct } from '../../platform/resource/index.ts';
import { WebhookSecret } from './webhook-secret.tsx';
import { useWebhookWords } from './webhook-words.ts';

/** How an endpoint's deliveries stand, and what one owner may do with it. */
export function WebhookPanel({ of: webhook }: { readonly of: WebhookItem }) {
  const t = useTranslations('console-webhooks');
  const { resultOf } = useWebhookWords();
  const { name, enabled, state } = webhook;
  return (
    <>
      <Pane title={<bdi>{name}</bdi>} aside={enabled === 0 ? <Tag>{t('stopped')}</Tag> : undefined}>
        {state && (
          <Facts
            columns={2}
            items={[
              { term: t('states.1'), value: <Count value={state.waiting} /> },
              { term: t('oldest'), value: state.oldest === null ? t('none') : <Moment at={state.oldest} as="full" /> },
              { term: t('states.3'), value: <Count value={state.given_up} /> },
              {
                term: t('delivered'),
                value: state.delivered === null ? t('never') : <Moment at={state.delivered} as="full" />,
              },
              { term: t('last'), value: resultOf(state.last) },
              { term: t('lastAt'), value: state.last === null ? t('never') : <Moment at={state.last.at} as="full" /> },
            ]}
          />
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          <Link
            className={buttonClass('line', 'small')}
            to={filteredBy('/webhook-messages', { webhook: webhook.id, status: '' })}
          >
            {t('messages')}
          </Link>
          {enabled === 1 && <Stop of={webhook} />}
        </div>
      </Pane>
      <WebhookSecret of={webhook} />
    </>
  );
}

function Stop({ of: { id, name } }: { readonly of: WebhookItem }) {
  const t = useTranslations('console-webhooks');
  const notify = useNotify();
  const { canAccess: mayStop } = useCanAccess({ resource: 'webhooks', action: 'stop' });
  const [isAsking, setAsking] = useState(false);
  const act = useAct({
    onDone() {
      setAsking(false);
      notify(t('stop.done', { name }), { type: 'success' });
    },
  });
  if (mayStop !== true) return null;
  return (
    <>
      <Button kind="line" size="small" onClick={() => setAsking(true)}>
        {t('stop.do')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('stop.title', { name })}
        cancel={t('back')}
        confirm={t('stop.do')}
        kind="danger"
        busy={act.isPending}
        busyText={t('stop.do')}
        onConfirm={() => act.mutate({ resource: 'webhooks', id, action: 'stop' })}
      >
        {t('stop.text')}
      </Dialog>
    </>
  );
}
