import type { Settings } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { Sessions } from '../../platform/sessions.ts';
import type { Texter } from '../../platform/sms.ts';
import type { Throttles } from '../../platform/throttles.ts';
import type { FreezeLinks } from '../notices/index.ts';
import type { Security } from '../security/index.ts';

/** What the use cases are given. */
export interface MembershipDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly mailer: Mailer;
  /** Without it no text messages are sent. */
  readonly texter?: Pick<Texter, 'send'>;
  readonly security: Pick<
    Security,
    'second' | 'passkeyLogin' | 'recordInBackground' | 'runInBackground' | 'guard' | 'home' | 'routesFor'
  >;
  /** Makes the links in mails that freeze the account. */
  readonly links?: FreezeLinks;
  readonly settings: () => Settings;
  readonly mode: 'demo' | 'live';
  /** Without it, counts are kept in this process. */
  readonly throttles?: Throttles;
}
