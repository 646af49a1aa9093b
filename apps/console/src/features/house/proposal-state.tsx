import { Tag } from '@plimsoll/ui';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';

const STATES = { 1: ['wait', clock, 'waiting'], 2: ['ok', check, 'posted'], 3: ['bad', close, 'refused'] } as const;

/** A proposal's status as a tag. */
export function ProposalState({ status }: { readonly status: 1 | 2 | 3 }) {
  const t = useTranslations('console-house');
  const [kind, icon, key] = STATES[status];
  return (
    <Tag kind={kind} icon={icon}>
      {t(key)}
    </Tag>
  );
}
