import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { KnownBrowsers } from '../../platform/known-browsers.ts';
import type { ConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import type { Log } from '../../platform/log.ts';
import type { LoginThrottle } from '../../platform/login-throttle.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { Throttles } from '../../platform/throttles.ts';
import type { Totp } from '../../platform/totp.ts';
import type { Webauthn } from '../../platform/webauthn.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Applied } from '../../platform/two-operators.ts';
import type { Proposals } from '../proposals/index.ts';
import type { OperatorSessions } from './sessions.ts';
import type { SecretOrSecrets } from '../../platform/secret.ts';

/** What the slice is made with. */
export interface OperatorsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly passwords: Passwords;
  readonly mode: 'demo' | 'live';
  /** Without it, counts are kept in this process. */
  readonly throttles?: Throttles;
  readonly proposals: Proposals;
  readonly mailer: Pick<Mailer, 'send'>;
  /** The console's origin: `https://app.example`. */
  readonly home: () => string;
  readonly siteName?: () => string;
  /** Seals authenticator secrets; the same in every process. */
  readonly secret: SecretOrSecrets;
}

/** What the use cases are given. */
export interface UseCaseDeps extends Pick<
  OperatorsDeps,
  'db' | 'clock' | 'passwords' | 'mode' | 'proposals' | 'mailer' | 'home'
> {
  readonly sessions: OperatorSessions;
  readonly throttle: LoginThrottle;
  readonly limiter: ConcurrencyLimiter;
  /** For operators who are logged in, or whose browser is known. */
  readonly knownLimiter: ConcurrencyLimiter;
  readonly browsers: KnownBrowsers;
  readonly totp: Totp;
  readonly webauthn: Webauthn;
  readonly mailClaim: (applied: Pick<Applied<unknown>, 'aside'>) => Promise<void>;
  /** True in demo mode while there are fewer than two owners. */
  readonly mayActAlone: () => Promise<boolean>;
  /** Runs a task that no answer waits for. */
  readonly runInBackground: (task: Promise<unknown>) => void;
}
