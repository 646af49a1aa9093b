import type { OperatorItem } from '@plimsoll/contract/operator';
import { Button, Dialog } from '@plimsoll/ui';
import { useGetIdentity, useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { proposalIn } from '../../platform/data-provider.ts';
import { RemarkField, useAct, useRemark } from '../../platform/resource/index.ts';
import { useIsHere } from '../../platform/use-is-here.ts';

/** Proposes to reset another operator's password and authenticator; once approved, a link is mailed. */
export function ResetOperator({ of: operator }: { readonly of: OperatorItem }) {
  const t = useTranslations('console.operators');
  const notify = useNotify();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { identity } = useGetIdentity();
  const [isAsking, setAsking] = useState(false);
  const remark = useRemark();
  const act = useAct({
    onDone({ data }) {
      setAsking(false);
      notify(t('resetProposed'), { type: 'success' });
      if (isHere()) void navigate(`/proposals/${proposalIn(data)}`);
    },
    onField: (_field, words) => remark.setError(words),
  });
  // Nobody resets themselves (docs/wire/operator.md).
  if (!identity || identity.id === operator.id) return null;
  const name = operator.username;
  return (
    <>
      <Button kind="line" size="small" onClick={() => setAsking(true)}>
        {t('reset')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('resetTitle', { name })}
        cancel={t('resetNo')}
        confirm={t('resetYes')}
        busy={act.isPending}
        busyText={t('resetYes')}
        onConfirm={() =>
          act.mutate({ resource: 'operators', id: operator.id, action: 'reset', body: { remark: remark.text } })
        }
      >
        <p className="mb-4">{t('resetText', { name })}</p>
        <RemarkField label={t('resetWhy')} of={remark.field} />
      </Dialog>
    </>
  );
}
