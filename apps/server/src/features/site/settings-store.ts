import type { Clock } from '../../platform/clock.ts';
import { sql, type Db, type Query } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { Refreshed } from './refreshed.ts';
import { scriptSource } from './script-source.ts';
import { defaultSettings, withStored, type AllSettings, type SettingsBasis } from './settings.ts';

const readAll = sql<{ key: string; value: unknown }>('site.settings', 'select key, value from setting order by key');
const readScript = sql<{ content: string; hash: string }>('site.runningScript', 'select content, hash from script where status = 2');

interface SettingsStoreDeps extends SettingsBasis {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** The site's settings in memory: `current()` costs nothing, and another process's change is seen within two seconds. */
export class SettingsStore {
  readonly #held: Refreshed<AllSettings>;
  readonly #defaults: AllSettings;

  constructor({ db, clock, log, mode, isDemoFeed }: SettingsStoreDeps) {
    this.#defaults = defaultSettings({ mode, isDemoFeed });
    this.#held = new Refreshed(this.#defaults, { read: () => this.readWithin(db), clock, log });
  }

  /** The settings as last read; the same object until one changes. */
  current(): AllSettings {
    return this.#held.current();
  }

  /** The settings as they are in the database, seen from within a transaction. */
  async readWithin(query: Query): Promise<AllSettings> {
    const rows = await query.run(readAll);
    const [script] = await query.run(readScript);
    const running = script ? { custom_script: script.content, custom_script_src: scriptSource(script.hash) } : {};
    return { ...withStored(this.#defaults, rows), ...running };
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
