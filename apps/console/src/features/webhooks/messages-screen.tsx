import type { WebhookMessageItem } from '@plimsoll/contract/operator';
import { Button, Count, Facts, Tag } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { useCanAccess, useNotify } from 'ra-core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  MemberLink,
  Moment,
  PanelHead,
  ResourceDetail,
  ResourceScreen,
  useAct,
  type Column,
} from '../../platform/resource/index.ts';
import { EVENTS, useWebhookWords } from './webhook-words.ts';

const LOOK_EVERY_MS = 4000;
const DELIVERED = 2;
const LOOKS = { 1: ['wait', clock], 2: ['ok', check], 3: ['bad', close] } as const;

function MessageState({ status }: Pick<WebhookMessageItem, 'status'>) {
  const t = useTranslations('console-webhooks');
  const [kind, icon] = LOOKS[status];
  return (
    <Tag kind={kind} icon={icon}>
      {t(`states.${status}`)}
    </Tag>
  );
}

function useColumns() {
  const t = useTranslations('console-webhooks');
  const { typeOf, resultOf } = useWebhookWords();
  return useMemo(
    (): readonly Column<WebhookMessageItem>[] => [
      { id: 'id', header: t('number'), cell: ({ id }) => <span className="n">{id}</span> },
      { id: 'type', header: t('type'), cell: ({ type }) => typeOf(type) },
      { id: 'webhook', header: t('one'), spare: true, cell: ({ name }) => <bdi>{name}</bdi> },
      { id: 'at', header: t('at'), spare: true, cell: ({ at }) => <Moment at={at} /> },
      { id: 'last', header: t('last'), spare: true, isLess: true, cell: ({ last }) => resultOf(last) },
      { id: 'attempts', header: t('attempts'), end: true, cell: ({ attempts }) => <Count value={attempts} /> },
      { id: 'state', header: t('state'), end: true, cell: ({ status }) => <MessageState status={status} /> },
    ],
    [t, typeOf, resultOf],
  );
}

/** Messages of webhooks: what was given up first, which an operator can send again. */
export default function WebhookMessagesScreen() {
  const t = useTranslations('console-webhooks');
  const { typeOf } = useWebhookWords();
  const columns = useColumns();
  return (
    <ResourceScreen<WebhookMessageItem>
      resource="webhook-messages"
      path="webhook-messages"
      label={t('messages')}
      columns={columns}
      statuses={[
        { value: '3', label: t('states.3'), isCounted: true },
        { value: '1', label: t('states.1'), isCounted: true },
        { value: '2', label: t('states.2') },
        { value: '', label: t('all') },
      ]}
      filters={[
        { name: 'type', label: t('type'), options: EVENTS.map((each) => ({ value: each, label: typeOf(each) })) },
      ]}
      pins={[{ name: 'webhook', label: (id) => t('of', { id }) }]}
      pollMs={LOOK_EVERY_MS}
      detail={(id) => (
        <ResourceDetail<WebhookMessageItem> resource="webhook-messages" id={id} pollMs={LOOK_EVERY_MS}>
          {(message) => <MessagePanel of={message} />}
        </ResourceDetail>
      )}
    />
  );
}

function MessagePanel({ of: message }: { readonly of: WebhookMessageItem }) {
  const t = useTranslations('console-webhooks');
  const { typeOf, resultOf } = useWebhookWords();
  const { id, name, type, member_id: member, at, attempts, last, next, status, body } = message;
  return (
    <div className="grid gap-4">
      <PanelHead over={<Moment at={at} as="full" />} state={<MessageState status={status} />}>
        {typeOf(type)}
      </PanelHead>
      <Pane>
        <Facts
          columns={2}
          items={[
            { term: t('one'), value: <bdi>{name}</bdi> },
            { term: t('number'), value: <span className="n">{id}</span> },
            ...(member === null
              ? []
              : [{ term: t('member'), value: <MemberLink id={member}>{String(member)}</MemberLink> }]),
            { term: t('attempts'), value: <Count value={attempts} /> },
            { term: t('last'), value: resultOf(last) },
            { term: t('lastAt'), value: last === null ? t('never') : <Moment at={last.at} as="full" /> },
            ...(next === null ? [] : [{ term: t('next'), value: <Moment at={next} as="full" /> }]),
          ]}
        />
        {status !== DELIVERED && <Retry of={message} />}
      </Pane>
      <Pane title={t('body')}>
        <pre className="mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]" dir="ltr">
          {JSON.stringify(JSON.parse(body), null, 2)}
        </pre>
      </Pane>
    </div>
  );
}

function Retry({ of: { id } }: { readonly of: WebhookMessageItem }) {
  const t = useTranslations('console-webhooks');
  const notify = useNotify();
  const { canAccess: mayRetry } = useCanAccess({ resource: 'webhook-messages', action: 'retry' });
  const act = useAct({ onDone: () => notify(t('retried', { id: String(id) }), { type: 'success' }) });
  if (mayRetry !== true) return null;
  return (
    <Button
      className="mt-4"
      size="small"
      busy={act.isPending}
      busyText={t('retry')}
      onClick={() => act.mutate({ resource: 'webhook-messages', id, action: 'retry' })}
    >
      {t('retry')}
    </Button>
  );
}
