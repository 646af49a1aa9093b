import type { ScriptItem } from '@plimsoll/contract/operator';
import { Pane } from '@plimsoll/ui/console';
import { useGetList } from 'ra-core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  Moment,
  ResourceDetail,
  ResourceForm,
  ResourceScreen,
  type Column,
  type FieldSpec,
} from '../../platform/resource/index.ts';
import { NeverRuns, ScriptPanel, ScriptTag } from './script-panel.tsx';
import { useOperatorNames } from './operator-names.ts';

const EVERY_MS = 4000;
const RUNNING = {
  pagination: { page: 1, perPage: 1 },
  sort: { field: 'id', order: 'DESC' },
  filter: { status: '2' },
} as const;

/** Page scripts: one owner proposes, another approves. */
export default function ScriptsScreen() {
  const t = useTranslations('console-site');
  const nameOf = useOperatorNames();
  const columns = useMemo(
    (): readonly Column<ScriptItem>[] => [
      { id: 'number', header: t('scripts.number'), cell: ({ id }) => <span className="n">{id}</span> },
      { id: 'state', header: t('scripts.state'), cell: ({ status }) => <ScriptTag status={status} /> },
      { id: 'by', header: t('scripts.by'), cell: ({ proposed_by: by }) => nameOf(by) },
      { id: 'at', header: t('scripts.at'), cell: ({ addtime }) => <Moment at={addtime} /> },
    ],
    [t, nameOf],
  );
  return (
    <ResourceScreen<ScriptItem>
      resource="scripts"
      path="scripts"
      label={t('scripts.label')}
      columns={columns}
      statuses={[
        { value: '', label: t('scripts.all') },
        { value: '1', label: t('scripts.states.1'), isCounted: true },
        { value: '2', label: t('scripts.states.2') },
        { value: '3', label: t('scripts.states.3') },
      ]}
      pollMs={EVERY_MS}
      isRoomy
      creates={t('scripts.create')}
      detail={(id) =>
        id === 'create' ? (
          <Pane>
            <Proposing />
          </Pane>
        ) : (
          <ResourceDetail<ScriptItem> resource="scripts" id={id} pollMs={EVERY_MS}>
            {(script) => <ScriptPanel script={script} />}
          </ResourceDetail>
        )
      }
    />
  );
}

/** Prefilled with the running script. */
function Proposing() {
  const t = useTranslations('console-site');
  const { data, isPending } = useGetList<ScriptItem>('scripts', RUNNING);
  const fields = useMemo(
    (): readonly FieldSpec[] => [
      { name: 'content', label: t('scripts.content'), kind: 'long', help: t('scripts.contentHelp') },
    ],
    [t],
  );
  if (isPending) return null;
  return (
    <div className="grid gap-4">
      <NeverRuns />
      <div>
        <ResourceForm<ScriptItem>
          resource="scripts"
          id="create"
          path="scripts"
          fields={fields}
          defaults={{ content: data?.[0]?.content ?? '' }}
          title={t('scripts.create')}
          createVerb={t('scripts.propose')}
        />
      </div>
    </div>
  );
}
