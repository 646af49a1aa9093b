import type { OptionOrderForOperator } from '@plimsoll/contract/operator';
import { Tag } from '@plimsoll/ui';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';

const OUTCOMES = { win: ['ok', check], lose: ['bad', close], tie: ['info', check], void: ['info', check] } as const;

/** An option's status as a tag. */
export function OptionState({ outcome }: Pick<OptionOrderForOperator, 'outcome'>) {
  const t = useTranslations('console-look');
  if (outcome === null)
    return (
      <Tag kind="wait" icon={clock}>
        {t('options.open')}
      </Tag>
    );
  const [kind, icon] = OUTCOMES[outcome];
  return (
    <Tag kind={kind} icon={icon}>
      {t(`options.${outcome}`)}
    </Tag>
  );
}
