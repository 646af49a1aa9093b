import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { PasskeyHome } from '../../platform/webauthn.ts';
import type { SecretOrSecrets } from '../../platform/secret.ts';

/** What the slice is made with. */
export interface SecurityDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Seals authenticator secrets and keys hashes of recovery codes; the same in every process. */
  readonly secret: SecretOrSecrets;
  readonly home: () => PasskeyHome;
}
