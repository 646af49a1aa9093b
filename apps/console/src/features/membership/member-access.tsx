import type { MemberDetail } from '@plimsoll/contract/operator';
import { Button, Dialog, Field } from '@plimsoll/ui';
import { useCanAccess, useNotify } from 'ra-core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAct } from '../../platform/resource/index.ts';

/** Keeps a member out, or lets them in again; says before what follows from it. */
export function MemberAccess({ member: { id, username, frozen } }: { readonly member: MemberDetail }) {
  const t = useTranslations('console-members');
  const notify = useNotify();
  const action = frozen === 1 ? 'unfreeze' : 'freeze';
  const { canAccess } = useCanAccess({ resource: 'members', action });
  const [isOpen, setOpen] = useState(false);
  const [remark, setRemark] = useState('');
  const [error, setError] = useState<string>();
  const act = useAct({
    onDone: ({ data }) => {
      setOpen(false);
      setRemark('');
      // What its member froze stays frozen after the first of two approvals.
      const said = data['frozen'] === 0 ? 'access.freeNow' : action === 'unfreeze' ? 'access.oneOfTwo' : 'access.frozenNow';
      notify(t(said, { name: username }), { type: 'success' });
    },
    onField: (_field, words) => setError(words),
  });
  if (canAccess !== true) return null;
  return (
    <>
      <Button kind={action === 'freeze' ? 'danger' : 'line'} size="small" onClick={() => setOpen(true)}>{t(`access.${action}`)}</Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t(`access.${action}Title`, { name: username })}
        cancel={t('access.leave')}
        confirm={t(`access.${action}`)}
        kind={action === 'freeze' ? 'danger' : 'primary'}
        busy={act.isPending}
        busyText={t('access.busy')}
        onConfirm={() => act.mutate({ resource: 'members', id, action, body: { remark: remark.trim() } })}
      >
        <p className="mb-4">{t(`access.${action}Text`)}</p>
        <Field label={t('access.remark')} aside={t('access.remarkAside')} dir="auto" maxLength={255} value={remark} error={error} onChange={(event) => { setRemark(event.target.value); setError(undefined); }} />
      </Dialog>
    </>
  );
}
