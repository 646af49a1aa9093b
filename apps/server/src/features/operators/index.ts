/** Operators: how they come in, what they may do, and the log of what they did (docs/wire/operator.md). */
import type { OperatorIdentity, OperatorRoute } from '../../platform/http/index.ts';
import { ConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import { KnownBrowsers } from '../../platform/known-browsers.ts';
import { LoginThrottle } from '../../platform/login-throttle.ts';
import { ownThrottles } from '../../platform/throttles.ts';
import { createTotp } from '../../platform/totp.ts';
import { createWebauthn } from '../../platform/webauthn.ts';
import { mailingClaims } from './claims.ts';
import type { OperatorsDeps } from './deps.ts';
import { operatorsRoutes } from './routes.ts';
import { OperatorSessions } from './sessions.ts';
import { areOwnersFew } from './store.ts';

export { operatorAudits } from './audit.ts';
export { makeFirstOperator } from './first-operator.ts';
export { makeOwners } from './machine-owners.ts';

export interface Operators {
  readonly routes: readonly OperatorRoute[];
  /** Who is logged in with a token as it came in the header. */
  readonly identify: (token: string | undefined) => Promise<OperatorIdentity | undefined>;
  /** Resolves once everything is written that no answer waited for. */
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
  const asides = new Set<Promise<unknown>>();
  const routes = operatorsRoutes({
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
    inside: new ConcurrencyLimiter(),
    throttle: new LoginThrottle({ throttles, clock, secret, who: 'operator' }),
    browsers: new KnownBrowsers({ clock, secret, who: 'operator' }),
    totp: createTotp(secret, 'operators', (operatorId) =>
      log.error({ operatorId }, 'an authenticator was sealed with another SECRET; an owner can reset it'),
    ),
    webauthn: createWebauthn(secret, () => ({ origin: home(), name: siteName() }), 'operators'),
    aside(task) {
      const noted = task
        .catch((error: unknown) => log.error({ err: error }, 'a refused login of an operator was not logged'))
        .finally(() => asides.delete(noted));
      asides.add(noted);
    },
  });
  return {
    routes,
    identify: (token) => sessions.find(token),
    async settled() {
      await Promise.all(asides);
    },
  };
}
