import type { SpotOrderForOperator } from '@plimsoll/contract/operator';
import { Tag } from '@plimsoll/ui';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';

const STATES = {
  1: ['wait', clock, 'spot.open'],
  2: ['ok', check, 'spot.completed'],
  3: ['plain', close, 'spot.cancelled'],
} as const;

/** An order's status as a tag. */
export function SpotState({ status }: Pick<SpotOrderForOperator, 'status'>) {
  const t = useTranslations('console-look');
  const [kind, icon, key] = STATES[status];
  return (
    <Tag kind={kind} icon={icon}>
      {t(key)}
    </Tag>
  );
}
