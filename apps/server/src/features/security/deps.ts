import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';

/** Where the app is open when passkeys are made and used: browsers bind each to its host. */
export interface PasskeyHome {
  /** `https://app.example`, without a path. */
  readonly origin: string;
  /** The site's name, as a browser shows it. */
  readonly name: string;
}

/** What the slice is opened with. */
export interface SecurityDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Seals the secrets of authenticators and keys the hashes of recovery codes; the same in every process. */
  readonly secret: string;
  readonly home: () => PasskeyHome;
}
