import type { MemberDetail } from '@plimsoll/contract/operator';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ResourceForm, type FieldSpec } from '../../platform/resource/index.ts';

/** A member's VIP level and credit score. */
export function MemberStanding({ id }: { readonly id: string }) {
  const t = useTranslations('console-members');
  const fields = useMemo(
    (): readonly FieldSpec[] => [
      { name: 'vip', label: t('vip'), kind: 'whole' },
      { name: 'credit_score', label: t('credit'), kind: 'whole' },
    ],
    [t],
  );
  return (
    <Pane>
      <ResourceForm<MemberDetail> resource="members" id={id} path="members" fields={fields} title={t('standing')} />
    </Pane>
  );
}
