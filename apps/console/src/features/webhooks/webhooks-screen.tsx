import type { WebhookItem } from '@plimsoll/contract/operator';
import { Count } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  ResourceDetail,
  ResourceForm,
  ResourceScreen,
  useStanding,
  type Column,
  type FieldSpec,
} from '../../platform/resource/index.ts';
import { EventsField } from './events-field.tsx';
import { WebhookPanel } from './webhook-panel.tsx';
import { EVENTS, useWebhookWords } from './webhook-words.ts';

const LOOK_EVERY_MS = 4000;
const NEW = { events: EVENTS } as const;

function useColumns() {
  const t = useTranslations('console-webhooks');
  const { enabledColumn } = useStanding();
  const { resultOf } = useWebhookWords();
  return useMemo(
    (): readonly Column<WebhookItem>[] => [
      { id: 'name', header: t('name'), cell: ({ name }) => <bdi>{name}</bdi> },
      {
        id: 'url',
        header: t('url'),
        spare: true,
        isLess: true,
        cell: ({ url }) => (
          <bdi className="mono inline-block max-w-56 truncate align-bottom text-13" title={url}>
            {url}
          </bdi>
        ),
      },
      { id: 'last', header: t('last'), cell: ({ state }) => resultOf(state?.last ?? null) },
      { id: 'waiting', header: t('states.1'), end: true, cell: ({ state }) => <Count value={state?.waiting ?? 0} /> },
      { id: 'givenUp', header: t('states.3'), end: true, cell: ({ state }) => <Count value={state?.given_up ?? 0} /> },
      enabledColumn,
    ],
    [t, enabledColumn, resultOf],
  );
}

function useFields() {
  const t = useTranslations('console-webhooks');
  const { enabledField } = useStanding();
  return useMemo(
    (): readonly FieldSpec[] => [
      { name: 'name', label: t('name'), kind: 'text' },
      { name: 'url', label: t('url'), kind: 'text', help: t('urlHelp') },
      {
        name: 'events',
        label: t('events'),
        kind: 'own',
        help: t('eventsHelp'),
        draw: (field) => <EventsField {...field} />,
      },
      { ...enabledField, help: t('enabledHelp') },
    ],
    [t, enabledField],
  );
}

/** Endpoints that are notified of what happened; two owners decide about each. */
export default function WebhooksScreen() {
  const t = useTranslations('console-webhooks');
  const { statuses } = useStanding();
  const columns = useColumns();
  const fields = useFields();
  const form = (id: string) => (
    <Pane>
      <ResourceForm<WebhookItem>
        resource="webhooks"
        id={id}
        path="webhooks"
        fields={fields}
        defaults={NEW}
        title={t('one')}
        createTitle={t('create')}
      />
    </Pane>
  );
  return (
    <ResourceScreen<WebhookItem>
      resource="webhooks"
      path="webhooks"
      label={t('label')}
      columns={columns}
      statuses={statuses}
      search={t('name')}
      creates={t('create')}
      pollMs={LOOK_EVERY_MS}
      detail={(id) =>
        id === 'create' ? (
          form(id)
        ) : (
          <div className="grid gap-4">
            <ResourceDetail<WebhookItem> resource="webhooks" id={id} pollMs={LOOK_EVERY_MS} isMore>
              {(webhook) => <WebhookPanel of={webhook} />}
            </ResourceDetail>
            {form(id)}
          </div>
        )
      }
    />
  );
}
