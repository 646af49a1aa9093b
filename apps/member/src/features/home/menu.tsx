import { Icon, showToast } from '@plimsoll/ui';
import { Link } from '../../platform/router.tsx';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';
import { openService } from '../site/index.ts';
import { menuTiles, TILE_ICONS } from './menu-tiles.ts';

const TILE =
  'grid min-h-17 w-1/5 content-start justify-items-center gap-1.5 py-2 @max-[19.5rem]:w-1/4 @max-[15rem]:w-1/3 text-center text-12/tight text-ink-2 rounded-md active:bg-surface [overflow-wrap:anywhere]';

/** The site's menu, five a row. */
export const Menu = memo(function Menu() {
  const t = useTranslations('home');
  const app = useTranslations('app');
  const settings = useSettings();
  const service = () => {
    if (!openService(settings)) showToast('info', app('contactService'));
  };
  return (
    <nav aria-label={t('services')} className="@container px-2 pb-1 pt-3">
      <div className="flex flex-wrap justify-center gap-y-0.5">
        {menuTiles(settings).map(({ key, to }) => {
          const inside = (
            <>
              <Icon of={TILE_ICONS[key]} size={28} duo className="text-ink" />
              {t(key)}
            </>
          );
          return to === 'service' ? (
            <button key={key} type="button" className={TILE} onClick={service}>
              {inside}
            </button>
          ) : (
            <Link key={key} to={to} className={TILE}>
              {inside}
            </Link>
          );
        })}
      </div>
    </nav>
  );
});
