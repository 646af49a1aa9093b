import { Icon, Logo, showToast } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useNextPlace } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { openService } from '../site/index.ts';
import { MAIN, servicesOf, type Service } from './places.ts';

const ROW =
  'relative flex min-h-9 w-full items-center gap-3 rounded-sm px-2.5 py-1.5 text-14/tight font-medium text-ink-2 [overflow-wrap:anywhere] hover:bg-surface aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:[--duo:.7] aria-[current]:before:absolute aria-[current]:before:inset-y-1 aria-[current]:before:start-0 aria-[current]:before:w-0.5 aria-[current]:before:bg-paint';

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <p className="px-2.5 pb-1 pt-3 text-12 text-ink-3">{title}</p>
      {children}
    </>
  );
}

function ServiceRow({ service: { key, to, icon }, path }: { readonly service: Service; readonly path: string }) {
  const t = useTranslations('home');
  const app = useTranslations('app');
  const settings = useSettings();
  const inside = (
    <>
      <Icon of={icon} size={20} />
      <span className="min-w-0">{t(key)}</span>
    </>
  );
  if (to !== 'service')
    return (
      <Link to={to} aria-current={path === to ? 'page' : undefined} className={ROW}>
        {inside}
      </Link>
    );
  const ask = () => {
    if (!openService(settings)) showToast('info', app('contactService'));
  };
  return (
    <button type="button" className={ROW} onClick={ask}>
      {inside}
    </button>
  );
}

/** The ways to every screen, at the side where reading begins. */
export function Rail() {
  const t = useTranslations('wide');
  const app = useTranslations('app');
  const settings = useSettings();
  const { pathname } = useNextPlace();
  const { name, logo } = settings;
  const services = servicesOf(settings);
  return (
    <div className="rail fixed inset-y-0 start-0 z-(--z-tabbar) flex flex-col overflow-y-auto border-e bg-bg px-3 py-4">
      <Link to="/" className="mx-2.5 mb-4 inline-flex min-h-8 items-center self-start rounded-sm">
        {logo ? <img src={logo} alt="" height={26} className="h-6.5 w-auto max-w-full object-contain" /> : <Logo />}
        <span className="sr">{name || 'Plimsoll'}</span>
      </Link>
      <nav aria-label={app('tabs.label')} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {MAIN.map(({ to, title, icon }) => (
          <Link key={to} to={to} aria-current={pathname === to ? 'page' : undefined} className={ROW}>
            <Icon of={icon} size={20} />
            <span className="min-w-0">{app(`titles.${title}`)}</span>
          </Link>
        ))}
        {(['money', 'earn'] as const).map((group) => {
          const own = services.filter((service) => service.group === group);
          return (
            own.length > 0 && (
              <Group key={group} title={t(group)}>
                {own.map((service) => (
                  <ServiceRow key={service.key} service={service} path={pathname} />
                ))}
              </Group>
            )
          );
        })}
      </nav>
    </div>
  );
}
