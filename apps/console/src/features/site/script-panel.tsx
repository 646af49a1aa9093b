import type { ScriptItem } from '@plimsoll/contract/operator';
import { SCRIPT_STATUS } from '@plimsoll/contract/codes/site';
import { Button, Dialog, Note, Summary, Tag, type SummaryRow } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { check, clock, close, warn } from '@plimsoll/ui/icons-shell';
import { useCanAccess, useGetIdentity, useGetList, useNotify } from 'ra-core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAct, useMomentText } from '../../platform/resource/index.ts';
import { useOperatorNames } from './operator-names.ts';
import { ScriptDiff } from './script-diff.tsx';

const RUNNING = {
  pagination: { page: 1, perPage: 1 },
  sort: { field: 'id', order: 'DESC' },
  filter: { status: '2' },
} as const;
const LOOKS = { 1: ['wait', clock], 2: ['ok', check], 3: ['plain', close] } as const;

/** A script's status as a tag. */
export function ScriptTag({ status }: { readonly status: ScriptItem['status'] }) {
  const t = useTranslations('console-site');
  const [kind, icon] = LOOKS[status];
  return (
    <Tag kind={kind} icon={icon}>
      {t(`scripts.states.${status}`)}
    </Tag>
  );
}

/** What a page script can do, and where it never runs. */
export function NeverRuns() {
  const t = useTranslations('console-site');
  return (
    <Note kind="warn" icon={warn}>
      <strong className="font-semibold text-ink">{t('scripts.power')}</strong> {t('scripts.never')}
    </Note>
  );
}

/** One script: its operators, its diff, and the decision. */
export function ScriptPanel({ script }: { readonly script: ScriptItem }) {
  const t = useTranslations('console-site');
  const { data } = useGetList<ScriptItem>('scripts', RUNNING);
  const running = data?.[0];
  const isCompared = script.status === SCRIPT_STATUS.waiting && running !== undefined;
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-20 font-semibold">{t('scripts.one', { id: script.id })}</h2>
        <ScriptTag status={script.status} />
      </header>
      {script.status !== SCRIPT_STATUS.over && <NeverRuns />}
      <Pane className="py-2.5!">
        <Who script={script} />
      </Pane>
      <Pane title={t(isCompared ? 'scripts.against' : 'scripts.content')}>
        <ScriptDiff
          before={isCompared ? running.content : script.content}
          after={script.content}
          label={t('scripts.content')}
        />
      </Pane>
      {script.status !== SCRIPT_STATUS.over && <Decision script={script} />}
    </div>
  );
}

function Who({ script }: { readonly script: ScriptItem }) {
  const t = useTranslations('console-site');
  const nameOf = useOperatorNames();
  const momentText = useMomentText();
  const byAt = (by: number, at: string | null) =>
    at === null ? nameOf(by) : t('scripts.byAt', { name: nameOf(by), at: momentText(at) });
  const rows: SummaryRow[] = [{ term: t('scripts.by'), value: byAt(script.proposed_by, script.addtime) }];
  if (script.approved_by !== null)
    rows.push({ term: t('scripts.approvedBy'), value: byAt(script.approved_by, script.approved_at) });
  if (script.revoked_by !== null)
    rows.push({ term: t('scripts.revokedBy'), value: byAt(script.revoked_by, script.ended_at) });
  else if (script.ended_at !== null) rows.push({ term: t('scripts.replaced'), value: momentText(script.ended_at) });
  rows.push({ term: t('scripts.hash'), value: <span className="mono block text-12 break-all">{script.hash}</span> });
  return <Summary rows={rows} />;
}

/** Another owner approves; any owner withdraws. Both are confirmed. */
function Decision({ script }: { readonly script: ScriptItem }) {
  const t = useTranslations('console-site');
  const notify = useNotify();
  const { identity } = useGetIdentity();
  const { canAccess: mayApprove } = useCanAccess({ resource: 'scripts', action: 'approve' });
  const { canAccess: mayRevoke } = useCanAccess({ resource: 'scripts', action: 'revoke' });
  const [asked, setAsked] = useState<'approve' | 'revoke'>('approve');
  const [isOpen, setOpen] = useState(false);
  const act = useAct({
    onDone: ({ data }) =>
      notify(t(data['status'] === SCRIPT_STATUS.running ? 'scripts.approved' : 'scripts.revoked'), { type: 'success' }),
  });
  if (mayApprove !== true && mayRevoke !== true) return <p className="text-13 text-ink-2">{t('scripts.ownersOnly')}</p>;
  const isMine = Number(identity?.id) === script.proposed_by;
  const decide = () => {
    act.mutate({ resource: 'scripts', id: script.id, action: asked }, { onSettled: () => setOpen(false) });
  };
  const ask = (action: 'approve' | 'revoke') => {
    setAsked(action);
    setOpen(true);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        <Button kind="line" className="flex-1" disabled={act.isPending} onClick={() => ask('revoke')}>
          {t('scripts.revoke')}
        </Button>
        {script.status === SCRIPT_STATUS.waiting && (
          <Button className="flex-1" disabled={isMine || act.isPending} onClick={() => ask('approve')}>
            {t('scripts.approve')}
          </Button>
        )}
      </div>
      {script.status === SCRIPT_STATUS.waiting && isMine && <p className="text-13 text-ink-2">{t('scripts.others')}</p>}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t(asked === 'approve' ? 'scripts.approveTitle' : 'scripts.revokeTitle', { id: script.id })}
        cancel={t('scripts.back')}
        confirm={t(asked === 'approve' ? 'scripts.approve' : 'scripts.revoke')}
        kind={asked === 'approve' ? 'primary' : 'danger'}
        busy={act.isPending}
        onConfirm={decide}
      >
        {t(asked === 'approve' ? 'scripts.approveText' : 'scripts.revokeText')}
      </Dialog>
    </div>
  );
}
