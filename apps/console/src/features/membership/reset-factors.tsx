import type { MemberDetail } from '@plimsoll/contract/operator';
import { OUT_HOURS } from '@plimsoll/contract/figures';
import { Button, Dialog, Field } from '@plimsoll/ui';
import { useCanAccess, useNotify } from 'ra-core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAct, useNumberText } from '../../platform/resource/index.ts';

const ACTION = 'reset-factors';

/** Proposes to remove a member's second factors, after a confirmation. Owners only. */
export function ResetFactors({ member: { id, username, factors } }: { readonly member: MemberDetail }) {
  const t = useTranslations('console-members');
  const numberText = useNumberText();
  const c = useTranslations('console');
  const notify = useNotify();
  const { canAccess } = useCanAccess({ resource: 'members', action: ACTION });
  const [isOpen, setOpen] = useState(false);
  const [remark, setRemark] = useState('');
  const [error, setError] = useState<string>();
  const act = useAct({
    onDone: () => {
      setOpen(false);
      setRemark('');
      notify(c('form.proposed'), { type: 'success' });
    },
    onField: (_field, words) => setError(words),
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
        onConfirm={() => act.mutate({ resource: 'members', id, action: ACTION, body: { remark: remark.trim() } })}
      >
        <p className="mb-4">{t('factors.resetText', { hours: numberText(OUT_HOURS) })}</p>
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
