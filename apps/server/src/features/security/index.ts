/**
 * How a member keeps an account to themselves: second factors, known browsers, where one is logged in and who tried to
 * be (docs/MEMBER-SECURITY.md).
 */
import type { Route } from '../../platform/http/index.ts';
import type { Sessions } from '../../platform/sessions.ts';
import type { Timer } from '../../platform/clock.ts';
import { KnownBrowsers } from '../../platform/known-browsers.ts';
import { LoginThrottle } from '../../platform/login-throttle.ts';
import type { Throttles } from '../../platform/throttles.ts';
import { createTotp } from '../../platform/totp.ts';
import { createWebauthn, type PasskeyHome } from '../../platform/webauthn.ts';
import type { SecurityDeps } from './deps.ts';
import type { Owners } from './desk.ts';
import { removeUsedCodes } from './factor-store.ts';
import { removeOldDevices } from './known-devices.ts';
import { createPasskeyLogin, removeOldPasskeyLogins, type PasskeyLogin } from './passkey-login.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { securityRoutes } from './routes.ts';
import { createSecondFactors, type SecondFactors } from './second-factors.ts';
import { noteSignIn, removeOldSignIns, type Door, type SignInEnd } from './sign-ins.ts';
import { removeOldTickets } from './tickets.ts';

export { addDevice, forgetDevices, usedDevice } from './known-devices.ts';
export { factorsSet, resetFactors } from './reset-factors.ts';
export type { Given, Proof, SecondFactors } from './second-factors.ts';
export { noteSignIn, type Door, type SignInEnd } from './sign-ins.ts';
export { dropTickets, issueTicket, openTicket, ticketWrong, useTicket, type OpenTicket } from './tickets.ts';

const SWEEP_EVERY_MS = 60 * 60_000;

export interface Security {
  /** Asks for second factors, for every slice that lets somebody in or money out. */
  readonly second: SecondFactors;
  /** Lets in by a passkey alone. */
  readonly passkeyLogin: PasskeyLogin;
  routes(owners: Owners, sessions: Sessions): readonly Route[];
  /** Writes how a login ended that no answer waits for: its time must not tell whether there is such an account. */
  noteAside(end: SignInEnd, door: Door): void;
  /** Takes on a task that no answer waits for; what goes wrong in it is logged. */
  aside(task: Promise<unknown>, failed: string): void;
  /** What stands before the passwords of members: who guesses is slowed down, who is known is not. */
  guard(throttles: Throttles): { readonly throttle: LoginThrottle; readonly browsers: KnownBrowsers };
  /** Where the app is open. */
  home(): PasskeyHome;
  /** Resolves once everything is done that no answer waited for. */
  settled(): Promise<void>;
  /** Begins to remove what is past its life, now and every hour. */
  start(): void;
  stop(): void;
}

/** Opens the slice. */
export function createSecurity({ db, clock, log, secret, home }: SecurityDeps): Security {
  const totp = createTotp(secret, 'members', (memberId) =>
    log.error({ memberId }, 'an authenticator was sealed with another SECRET; an owner can reset it'),
  );
  const codes = createRecoveryCodes(secret);
  const webauthn = createWebauthn(secret, home, 'members');
  const second = createSecondFactors({ db, clock, totp, codes, webauthn });
  const asides = new Set<Promise<unknown>>();
  const aside = (task: Promise<unknown>, failed: string): void => {
    const done: Promise<unknown> = task
      .catch((error: unknown) => log.error({ err: error }, failed))
      .finally(() => asides.delete(done));
    asides.add(done);
  };
  let sweep: Timer | undefined;
  const start = (): void => {
    sweep = clock.after(SWEEP_EVERY_MS, start);
    const nowMs = clock.nowMs();
    for (const remove of [
      removeOldDevices,
      removeOldTickets,
      removeOldSignIns,
      removeUsedCodes,
      removeOldPasskeyLogins,
    ])
      void remove(db, nowMs).catch(() => {});
  };
  return {
    second,
    passkeyLogin: createPasskeyLogin({ db, clock, secret }, webauthn),
    routes: (owners, sessions) =>
      securityRoutes({ db, clock, home, totp, codes, webauthn, second, sessions, ...owners }),
    noteAside: (end, door) =>
      aside(
        db.transaction((tx) => noteSignIn(tx, end, door, clock.nowMs())),
        'a try to log in was not noted',
      ),
    aside,
    guard: (throttles) => ({
      throttle: new LoginThrottle({ throttles, clock, secret, who: 'member' }),
      browsers: new KnownBrowsers({ clock, secret, who: 'member' }),
    }),
    home,
    async settled() {
      await Promise.all(asides);
    },
    start,
    stop: () => sweep?.cancel(),
  };
}
