import type { MemberDetail } from '@plimsoll/contract/operator';
import { Button, Dialog } from '@plimsoll/ui';
import { useCanAccess, useNotify } from 'ra-core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RemarkField, useAct, useRemark } from '../../platform/resource/index.ts';

type Action = 'freeze' | 'unfreeze';

interface AccessDialogProps {
  readonly member: MemberDetail;
  readonly action: Action;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function AccessDialog({ member: { id, username, self_frozen }, action, isOpen, onClose }: AccessDialogProps) {
  const t = useTranslations('console-members');
  const c = useTranslations('console');
  const notify = useNotify();
  const remark = useRemark();
  const act = useAct({
    onDone: ({ isDone }) => {
      onClose();
      remark.clear();
      // Unfreezing an account that its member froze needs a second operator.
      notify(
        isDone
          ? t(action === 'unfreeze' ? 'access.freeNow' : 'access.frozenNow', { name: username })
          : c('form.proposed'),
        { type: 'success' },
      );
    },
    onField: (_field, words) => remark.setError(words),
  });
  const needsTwo = action === 'unfreeze' && self_frozen;
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t(`access.${action}Title`, { name: username })}
      cancel={t('access.leave')}
      confirm={t(`access.${action}`)}
      kind={action === 'freeze' ? 'danger' : 'primary'}
      busy={act.isPending}
      busyText={t('access.busy')}
      onConfirm={() => act.mutate({ resource: 'members', id, action, body: { remark: remark.text } })}
    >
      <p className="mb-4">{needsTwo ? t('access.unfreezeTwo', { name: username }) : t(`access.${action}Text`)}</p>
      <RemarkField label={t('access.remark')} aside={t('access.remarkAside')} of={remark.field} />
    </Dialog>
  );
}

/** Freezes or unfreezes a member, after a confirmation. */
export function MemberAccess({ member }: { readonly member: MemberDetail }) {
  const t = useTranslations('console-members');
  const next: Action = member.frozen === 1 ? 'unfreeze' : 'freeze';
  const may = {
    freeze: useCanAccess({ resource: 'members', action: 'freeze' }).canAccess,
    unfreeze: useCanAccess({ resource: 'members', action: 'unfreeze' }).canAccess,
  };
  // What the dialog was opened for: another operator may act meanwhile, and who confirms the one must not do the other.
  const [asked, setAsked] = useState<Action>(next);
  const [isOpen, setOpen] = useState(false);
  if (may[isOpen ? asked : next] !== true) return null;
  return (
    <>
      <Button
        kind={next === 'freeze' ? 'danger' : 'line'}
        size="small"
        onClick={() => {
          setAsked(next);
          setOpen(true);
        }}
      >
        {t(`access.${next}`)}
      </Button>
      <AccessDialog member={member} action={asked} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
