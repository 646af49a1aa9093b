import type { MemberDetail } from '@plimsoll/contract/operator';
import { Button, Dialog, Field } from '@plimsoll/ui';
import { useCanAccess, useNotify } from 'ra-core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAct } from '../../platform/resource/index.ts';

/** Freezes or unfreezes a member, after a confirmation. */
export function MemberAccess({ member: { id, username, frozen, self_frozen } }: { readonly member: MemberDetail }) {
  const t = useTranslations('console-members');
  const c = useTranslations('console');
  const notify = useNotify();
  const action = frozen === 1 ? 'unfreeze' : 'freeze';
  const { canAccess } = useCanAccess({ resource: 'members', action });
  const [isOpen, setOpen] = useState(false);
  const [remark, setRemark] = useState('');
  const [error, setError] = useState<string>();
  const act = useAct({
    onDone: ({ isDone }) => {
      setOpen(false);
      setRemark('');
      // Unfreezing an account that its member froze needs a second operator.
      notify(
        isDone
          ? t(action === 'unfreeze' ? 'access.freeNow' : 'access.frozenNow', { name: username })
          : c('form.proposed'),
        { type: 'success' },
      );
    },
    onField: (_field, words) => setError(words),
  });
  if (canAccess !== true) return null;
  return (
    <>
      <Button kind={action === 'freeze' ? 'danger' : 'line'} size="small" onClick={() => setOpen(true)}>
        {t(`access.${action}`)}
      </Button>
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
        <p className="mb-4">{self_frozen ? t('access.unfreezeTwo', { name: username }) : t(`access.${action}Text`)}</p>
        <Field
          label={t('access.remark')}
          aside={t('access.remarkAside')}
          dir="auto"
          maxLength={255}
          value={remark}
          error={error}
          onChange={(event) => {
            setRemark(event.target.value);
            setError(undefined);
          }}
        />
      </Dialog>
    </>
  );
}
