import type { Rate } from '@plimsoll/money';
import type { Settings } from '@plimsoll/contract';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { createSeal } from '../../platform/seal.ts';
import type { SecretOrSecrets } from '../../platform/secret.ts';
import type { Sessions } from '../../platform/sessions.ts';
import type { SliceWith } from '../../platform/slice.ts';
import type { SignedCalls } from '../../platform/http/index.ts';
import { ownThrottles, type Throttles } from '../../platform/throttles.ts';
import type { Preparations } from '../gate/index.ts';
import type { Spot } from '../spot/index.ts';
import { Admission } from './admit.ts';
import { DeadMan } from './dead-man.ts';
import { programRoutes } from './htx/program-routes.ts';
import { KnownKeys } from './known-keys.ts';
import { keyRoutes } from './routes.ts';
import { SeenSignatures } from './seen-signatures.ts';
import { signedCalls } from './signed-calls.ts';

export interface KeysDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Seals secrets. */
  readonly secret: SecretOrSecrets;
  /** The app's address. */
  readonly origin: () => string;
  readonly market: MarketData;
  readonly sessions: Sessions;
  readonly throttles?: Throttles;
  readonly preparations: Preparations;
  readonly spot: Spot['service'];
  readonly settings: () => Settings & { readonly spot_fee: Rate };
}

export interface Keys extends SliceWith<'routes' | 'programRoutes' | 'workers'> {
  readonly keys: KnownKeys;
  readonly admission: Admission;
  /** Lets programs' signed calls in below `/api`. */
  readonly signedCalls: SignedCalls;
}

/** Opens keys of members' programs, and HTX's private calls for them (docs/API.md). */
export function createKeys(deps: KeysDeps): Keys {
  const { db, clock, secret, origin, throttles = ownThrottles(clock) } = deps;
  const seal = createSeal(secret, 'keys of programs');
  const keys = new KnownKeys({ ...deps, seal });
  const seen = new SeenSignatures(db, clock);
  const admission = new Admission({ clock, keys, seen, throttles, origin });
  const deadMan = new DeadMan(deps);
  return {
    routes: keyRoutes({ ...deps, seal, keys }),
    programRoutes: programRoutes({ ...deps, admission, watch: (keyId, dueMs) => deadMan.watch(keyId, dueMs) }),
    workers: [
      { name: 'signatures', start: () => seen.start(), stop: () => seen.stop() },
      { name: 'silent programs', start: () => deadMan.work.start(), stop: () => deadMan.work.stop() },
    ],
    keys,
    admission,
    signedCalls: signedCalls({ admission, clock }),
  };
}
