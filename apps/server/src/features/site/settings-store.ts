import type { Clock } from '../../platform/clock.ts';
import { sql, type Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { Refreshed } from './refreshed.ts';
import { defaultSettings, withStored, type AllSettings, type SettingsBasis } from './settings.ts';

const readAll = sql<{ key: string; value: unknown }>('site.settings', 'select key, value from setting order by key');

interface SettingsStoreDeps extends SettingsBasis {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** The site's settings in memory: `current()` costs nothing, and another process's change is seen within two seconds. */
export class SettingsStore {
  readonly #held: Refreshed<AllSettings>;

  constructor({ db, clock, log, mode, isDemoFeed }: SettingsStoreDeps) {
    const defaults = defaultSettings({ mode, isDemoFeed });
    this.#held = new Refreshed(defaults, { read: async () => withStored(defaults, await db.run(readAll)), clock, log });
  }

  /** The settings as last read; the same object until one changes. */
  current(): AllSettings {
    return this.#held.current();
  }

  /** Reads them again now, after a change of one's own. */
  refresh(): Promise<void> {
    return this.#held.refresh();
  }

  /** Reads them and keeps them fresh. Throws when the database cannot be read. */
  start(): Promise<void> {
    return this.#held.start();
  }

  stop(): void {
    this.#held.stop();
  }
}
