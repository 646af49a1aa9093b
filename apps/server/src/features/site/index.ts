/** The site itself: settings, languages, banners (spec part 1, section 3; wire, Site). */
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import { createBanners } from './banners.ts';
import { siteRoutes } from './routes.ts';
import type { SettingsStore } from './settings-store.ts';

export { Refreshed } from './refreshed.ts';
export { SettingsStore } from './settings-store.ts';
export { defaultSettings, type AllSettings } from './settings.ts';

interface SiteDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly settings: SettingsStore;
  /** Keeps a member's language; membership's. */
  readonly storeLanguage: (memberId: string, lang: string) => Promise<void>;
}

export interface Site {
  readonly routes: readonly Route[];
  /** Reads the banners and keeps them fresh. */
  start(): Promise<void>;
  stop(): void;
}

/** Opens the site slice; its settings are read and kept fresh by the store it is given. */
export function createSite({ db, clock, log, settings, storeLanguage }: SiteDeps): Site {
  const banners = createBanners({ db, clock, log });
  return {
    routes: siteRoutes({ settings: () => settings.current(), banners: () => banners.current(), storeLanguage }),
    start: () => banners.start(),
    stop: () => banners.stop(),
  };
}
