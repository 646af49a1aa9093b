import type { ProposalItem } from '@plimsoll/contract/operator';
import { Tag } from '@plimsoll/ui';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';

const STATES = { 1: ['wait', clock, 'needsOne'], 2: ['ok', check, 'done'], 3: ['bad', close, 'rejected'] } as const;

/** A proposal's status as a tag. */
export function ProposalTag({ status }: Pick<ProposalItem, 'status'>) {
  const t = useTranslations('console-proposals');
  const [kind, icon, key] = STATES[status];
  return (
    <Tag kind={kind} icon={icon}>
      {t(key)}
    </Tag>
  );
}
