import { useTranslations } from 'use-intl';
import { readGoal } from './goal.ts';

/** Why a login is asked: the page that was opened is for members. Nothing where nobody was on the way. */
export function GoalLine({ className }: { readonly className: string }) {
  const t = useTranslations('membership.login');
  const app = useTranslations('app.titles');
  const goal = readGoal();
  return goal ? <p className={className}>{t('goal', { page: app(goal.title) })}</p> : null;
}
