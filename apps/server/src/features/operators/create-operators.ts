import type { OperatorIdentity } from '../../platform/http/index.ts';
import { ConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { KnownBrowsers } from '../../platform/known-browsers.ts';
import { LoginThrottle } from '../../platform/login-throttle.ts';
import { ownThrottles } from '../../platform/throttles.ts';
import { createTotp } from '../../platform/totp.ts';
import { createWebauthn } from '../../platform/webauthn.ts';
import { operatorAudits } from './audit.ts';
import { mailingClaims } from './claims.ts';
import type { OperatorsDeps } from './deps.ts';
import { operatorsRoutes } from './routes.ts';
import { OperatorSessions } from './sessions.ts';
import { areOwnersFew } from './store.ts';

export interface Operators extends SliceWith<'operatorRoutes' | 'workers'> {
  /** The operator of a session token. */
  readonly identify: (token: string | undefined) => Promise<OperatorIdentity | undefined>;
  /** Resolves when all background writes are done. */
  settled(): Promise<void>;
}

/** Opens the operators' slice. */
export function createOperators({
  db,
  clock,
  log,
  passwords,
  mode,
  secret,
  proposals,
  mailer,
  home,
  siteName = () => 'Plimsoll',
  throttles = ownThrottles(clock),
}: OperatorsDeps): Operators {
  const sessions = new OperatorSessions(db, clock, mode);
  const background = new Set<Promise<unknown>>();
  const settled = async (): Promise<void> => {
    await Promise.all(background);
  };
  const operatorRoutes = operatorsRoutes({
    db,
    clock,
    passwords,
    mode,
    sessions,
    proposals,
    mailer,
    home,
    mailClaim: mailingClaims({ mode, mailer, home }),
    mayActAlone: async () => mode === 'demo' && areOwnersFew(db),
    limiter: new ConcurrencyLimiter(),
    knownLimiter: new ConcurrencyLimiter(),
    throttle: new LoginThrottle({ throttles, clock, secret, who: 'operator' }),
    browsers: new KnownBrowsers({ clock, secret, who: 'operator' }),
    totp: createTotp(secret, 'operators', (operatorId) =>
      log.error(
        { operatorId },
        'authenticator secret cannot be opened: sealed with another SECRET, an owner can reset it',
      ),
    ),
    webauthn: createWebauthn(secret, () => ({ origin: home(), name: siteName() }), 'operators'),
    runInBackground(task) {
      const done = task
        .catch((error: unknown) => log.error({ err: error }, 'audit write of a refused operator login failed'))
        .finally(() => background.delete(done));
      background.add(done);
    },
  });
  return {
    operatorRoutes,
    workers: [{ name: 'operator login log', start: () => {}, stop: settled }],
    audits: operatorAudits,
    identify: (token) => sessions.find(token),
    settled,
  };
}
