import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { SliceWith } from '../../platform/slice.ts';
import type { Proposals } from '../proposals/index.ts';
import { siteAudits } from './audit.ts';
import { siteOperatorRoutes } from './operator-routes.ts';
import { siteRoutes } from './routes.ts';
import { scriptPath } from './script-source.ts';
import type { SettingsStore } from './settings-store.ts';
import { createSiteContent } from './site-content.ts';

interface SiteDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly settings: SettingsStore;
  readonly proposals: Proposals;
  readonly storeLanguage: (memberId: string, lang: string) => Promise<void>;
}

/** The site: settings, languages, banners, articles, friends, and the page script. */
export type Site = SliceWith<'routes' | 'bytesRoutes' | 'operatorRoutes' | 'workers'>;

/** Makes the site slice; the store keeps its settings fresh. */
export function createSite({ db, clock, log, settings, proposals, storeLanguage }: SiteDeps): Site {
  const content = createSiteContent({ db, clock, log });
  return {
    routes: siteRoutes({ settings: () => settings.current(), content: () => content.current(), storeLanguage }),
    bytesRoutes: [scriptPath(() => settings.current())],
    operatorRoutes: siteOperatorRoutes({ db, clock, log, settings, proposals, content }),
    workers: [{ name: 'site content', start: () => content.start(), stop: () => content.stop() }],
    audits: siteAudits,
  };
}
