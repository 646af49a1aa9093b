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

/** What the slice is opened with. */
export interface OperatorsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly passwords: Passwords;
  readonly mode: 'demo' | 'live';
  /** Without, counts are this process's. */
  readonly throttles?: Throttles;
  /** Where what needs two operators is kept. */
  readonly proposals: Proposals;
  readonly mailer: Pick<Mailer, 'send'>;
  /** Where the console is open, without a path: `https://app.example`. */
  readonly home: () => string;
  /** The site's name, as browsers show it beside a passkey. */
  readonly siteName?: () => string;
  /** Seals the secrets of authenticators; the same in every process. */
  readonly secret: string;
}

/** What its use cases work with. */
export interface Desk extends Pick<
  OperatorsDeps,
  'db' | 'clock' | 'passwords' | 'mode' | 'proposals' | 'mailer' | 'home'
> {
  readonly sessions: OperatorSessions;
  readonly throttle: LoginThrottle;
  readonly limiter: ConcurrencyLimiter;
  /** Of those who are logged in, or whose browser is known. */
  readonly inside: ConcurrencyLimiter;
  readonly browsers: KnownBrowsers;
  readonly totp: Totp;
  readonly webauthn: Webauthn;
  /** Mails the link of what was committed, if it made one. */
  readonly mailClaim: (applied: Pick<Applied<unknown>, 'aside'>) => Promise<void>;
  /** True in demo mode while there are fewer than two owners: one makes operators alone then. */
  readonly mayActAlone: () => Promise<boolean>;
  /** Takes on a task whose end no answer waits for. */
  readonly aside: (task: Promise<unknown>) => void;
}
