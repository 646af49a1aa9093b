import { SCRIPT_STATUS } from '@plimsoll/contract/codes/site';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Db, type Query } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { PolledCache } from '../../platform/polled-cache.ts';
import { scriptSource } from './script-source.ts';
import { defaultSettings, fixedIn, withStored, type AllSettings, type SettingsBasis } from './settings.ts';

/** All settings and the running script. */
const readAll = sql<{ key: string; value: unknown; hash: string | null }>(
  'site.settings',
  `
  select key, value, null as hash from setting
  union all
  select 'custom_script', to_jsonb(content), hash from script where status = ${SCRIPT_STATUS.running}
  order by key`,
);

interface SettingsStoreDeps extends SettingsBasis {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** The settings in memory, at most two seconds old. */
export class SettingsStore {
  readonly #held: PolledCache<AllSettings>;
  readonly #defaults: AllSettings;
  /** Settings that the mode fixes. */
  readonly fixed: Partial<AllSettings>;

  constructor({ db, clock, log, ...basis }: SettingsStoreDeps) {
    this.fixed = fixedIn(basis);
    this.#defaults = { ...defaultSettings(basis), ...this.fixed };
    this.#held = new PolledCache(this.#defaults, { read: () => this.readWithin(db), clock, log });
  }

  /** The settings as last read; the same object until one changes. */
  current(): AllSettings {
    return this.#held.current();
  }

  /** The settings in the database, read within a transaction. */
  async readWithin(query: Query): Promise<AllSettings> {
    const rows = await query.run(readAll);
    const settings = { ...withStored(this.#defaults, rows), ...this.fixed };
    for (const { value, hash } of rows) {
      if (hash !== null) return { ...settings, custom_script: String(value), custom_script_src: scriptSource(hash) };
    }
    return settings;
  }

  /** Reads the settings now. */
  refresh(): Promise<void> {
    return this.#held.refresh();
  }

  /** Reads the settings and keeps them fresh; throws when the database cannot be read. */
  start(): Promise<void> {
    return this.#held.start();
  }

  stop(): void {
    this.#held.stop();
  }
}
