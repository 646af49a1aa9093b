import { formatDecimal } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { NavGroup, type NavEntry } from '@plimsoll/ui/console';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useOverview } from '../platform/overview.ts';
import { mayDo } from '../platform/rights.ts';
import { useOperator } from '../platform/use-operator.ts';
import { GROUPS, SCREENS, type ConsoleScreen } from './screens.ts';

/** The screens that the role may see, with the length of their queues. */
export function Sidebar({ here }: { readonly here: ConsoleScreen | undefined }) {
  const t = useTranslations('console');
  const { language } = useReading();
  const { data: overview } = useOverview();
  const operator = useOperator();
  if (!operator) return null;
  const offered = SCREENS.filter(({ resource }) => resource === undefined || mayDo(operator.role, resource, 'list'));
  const entryOf = (screen: ConsoleScreen): NavEntry => {
    const waiting = screen.queue === undefined ? 0 : (overview?.queues[screen.queue].waiting ?? 0);
    return {
      key: screen.path,
      icon: screen.icon,
      name: t(`screens.${screen.name}`),
      isHere: screen === here || (here?.within !== undefined && screen.path === here.within),
      count:
        waiting === 0
          ? undefined
          : {
              text: formatDecimal(String(waiting), { language }),
              name: t('waiting', { count: waiting }),
              // Highlighted for those who may decide.
              isHot: mayDo(operator.role, screen.resource ?? '', 'approve'),
            },
      link: (props) => <Link to={`/${screen.path}`} {...props} />,
    };
  };
  return (
    <>
      <NavGroup entries={offered.filter(({ group }) => group === undefined).map(entryOf)} />
      {GROUPS.map((group) => {
        const entries = offered.filter((screen) => screen.group === group).map(entryOf);
        return entries.length > 0 && <NavGroup key={group} name={t(`groups.${group}`)} entries={entries} />;
      })}
    </>
  );
}
