import type { MemberDetail } from '@plimsoll/contract/operator';
import { OUT_HOURS } from '@plimsoll/contract/figures';
import { Button, Dialog } from '@plimsoll/ui';
import { useCanAccess, useNotify } from 'ra-core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RemarkField, useAct, useNumberText, useRemark } from '../../platform/resource/index.ts';

const ACTION = 'reset-factors';

/** Proposes to remove a member's second factors, after a confirmation. Owners only. */
export function ResetFactors({ member: { id, username, factors } }: { readonly member: MemberDetail }) {
  const t = useTranslations('console-members');
  const numberText = useNumberText();
  const c = useTranslations('console');
  const notify = useNotify();
  const { canAccess } = useCanAccess({ resource: 'members', action: ACTION });
  const [isOpen, setOpen] = useState(false);
  const remark = useRemark();
  const act = useAct({
    onDone: () => {
      setOpen(false);
      remark.clear();
      notify(c('form.proposed'), { type: 'success' });
    },
    onField: (_field, words) => remark.setError(words),
  });
  if (canAccess !== true || (factors.totp === 0 && factors.passkeys === 0)) return null;
  return (
    <>
      <Button kind="line" size="small" onClick={() => setOpen(true)}>
        {t('factors.reset')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('factors.resetTitle', { name: username })}
        cancel={t('access.leave')}
        confirm={t('factors.confirm')}
        kind="danger"
        busy={act.isPending}
        busyText={t('access.busy')}
        onConfirm={() => act.mutate({ resource: 'members', id, action: ACTION, body: { remark: remark.text } })}
      >
        <p className="mb-4">{t('factors.resetText', { hours: numberText(OUT_HOURS) })}</p>
        <RemarkField label={t('access.remark')} aside={t('access.remarkAside')} of={remark.field} />
      </Dialog>
    </>
  );
}
