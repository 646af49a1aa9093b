import { Timeline } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';

const STEPS = {
  deposit: ['received', 'compared', 'credited'],
  withdraw: ['requested', 'review', 'sent'],
} as const;

export interface NextStepsProps {
  readonly of: keyof typeof STEPS;
}

/** What happens after sending. */
export default function NextSteps({ of }: NextStepsProps) {
  const t = useTranslations('funding');
  const texts =
    of === 'deposit'
      ? STEPS.deposit.map((key) => [t(`deposit.next.${key}`), t(`deposit.next.${key}Text`)] as const)
      : STEPS.withdraw.map((key) => [t(`withdraw.next.${key}`), t(`withdraw.next.${key}Text`)] as const);
  return (
    <Timeline
      label={t('next')}
      words={{ done: t('steps.done'), now: t('steps.now'), next: t('steps.next'), bad: t('steps.bad') }}
      steps={texts.map(([title, text], at) => ({ state: at === 0 ? 'now' : 'next', title, text }))}
    />
  );
}
