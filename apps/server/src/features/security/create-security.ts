import type { Route } from '../../platform/http/index.ts';
import type { SliceWith } from '../../platform/slice.ts';
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

const SWEEP_EVERY_MS = 60 * 60_000;

export interface Security extends Pick<SliceWith<'workers'>, 'workers'> {
  /** Asks for second factors, for every slice that lets somebody in or money out. */
  readonly second: SecondFactors;
  /** Lets in by a passkey alone. */
  readonly passkeyLogin: PasskeyLogin;
  /** Its calls, which membership binds: they ask for what only it knows. */
  routesFor(owners: Owners, sessions: Sessions): readonly Route[];
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
  const settled = async (): Promise<void> => {
    await Promise.all(asides);
  };
  let sweep: Timer | undefined;
  /** Begins to remove what is past its life, now and every hour. */
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
    routesFor: (owners, sessions) =>
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
    settled,
    workers: [
      {
        name: 'removal of what is past its life',
        start,
        async stop() {
          await settled();
          sweep?.cancel();
        },
      },
    ],
  };
}
