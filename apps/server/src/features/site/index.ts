/** The site itself: settings, languages, banners, articles, friends (docs/wire/site.md). */
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { BytesRoute, OperatorRoute, Route } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Proposals } from '../proposals/index.ts';
import { siteOperatorRoutes } from './operator-routes.ts';
import { siteRoutes } from './routes.ts';
import { scriptPath } from './script-source.ts';
import type { SettingsStore } from './settings-store.ts';
import { createSiteContent } from './site-content.ts';

export { siteAudits } from './audit.ts';
export { SettingsStore } from './settings-store.ts';
export { defaultSettings, type AllSettings } from './settings.ts';

interface SiteDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly settings: SettingsStore;
  readonly proposals: Proposals;
  /** Keeps a member's language; membership's. */
  readonly storeLanguage: (memberId: string, lang: string) => Promise<void>;
}

export interface Site {
  readonly routes: readonly Route[];
  /** The page script that two owners approved. */
  readonly bytesRoutes: readonly BytesRoute[];
  /** The console's calls: banners, articles, friends, languages, settings, page scripts. */
  readonly operatorRoutes: readonly OperatorRoute[];
  /** Reads what is on the site and keeps it fresh. */
  start(): Promise<void>;
  stop(): void;
}

/** Opens the site slice; its settings are read and kept fresh by the store it is given. */
export function createSite({ db, clock, log, settings, proposals, storeLanguage }: SiteDeps): Site {
  const content = createSiteContent({ db, clock, log });
  return {
    routes: siteRoutes({ settings: () => settings.current(), content: () => content.current(), storeLanguage }),
    bytesRoutes: [scriptPath(() => settings.current())],
    operatorRoutes: siteOperatorRoutes({ db, clock, log, settings, proposals, content }),
    start: () => content.start(),
    stop: () => content.stop(),
  };
}
