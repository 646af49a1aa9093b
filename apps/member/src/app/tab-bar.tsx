import { Icon, type IconShape } from '@plimsoll/ui';
import { assets, exchange, home, market, options } from '@plimsoll/ui/icons-shell';
import { optionsBadge } from '../platform/badge.ts';
import { Link, useNextPlace } from '../platform/router.tsx';
import { useStore } from '../platform/store.ts';
import { useTranslations } from 'use-intl';

const TABS: readonly {
  readonly to: string;
  readonly key: 'home' | 'market' | 'exchange' | 'options' | 'assets';
  readonly icon: IconShape;
}[] = [
  { to: '/', key: 'home', icon: home },
  { to: '/market', key: 'market', icon: market },
  { to: '/exchange', key: 'exchange', icon: exchange },
  { to: '/options', key: 'options', icon: options },
  { to: '/assets', key: 'assets', icon: assets },
];

/** The bottom tabs; the load line crosses the current one. */
export function TabBar() {
  const t = useTranslations('app.tabs');
  const { pathname } = useNextPlace();
  const badge = useStore(optionsBadge);
  return (
    <nav
      aria-label={t('label')}
      className="tab-bar fixed inset-x-0 bottom-0 z-(--z-tabbar) in-column @container flex h-[calc(var(--tabbar)+var(--safe-b))] border-t bg-bg pb-(--safe-b)"
    >
      {TABS.map(({ to, key, icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to ? 'page' : undefined}
          className="relative grid flex-[1_1_auto] content-center justify-items-center gap-0.75 text-[min(var(--fs-11),3.2cqi)]/3.5 font-medium text-ink-3 aria-[current]:text-ink aria-[current]:[--duo:.7] aria-[current]:before:absolute aria-[current]:before:-top-px aria-[current]:before:h-0.5 aria-[current]:before:w-9 aria-[current]:before:bg-paint"
        >
          <Icon of={icon} />
          {t(key)}
          {key === 'options' && badge}
        </Link>
      ))}
    </nav>
  );
}
