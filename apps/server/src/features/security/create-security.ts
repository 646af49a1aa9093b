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
import type { Owners } from './use-case-deps.ts';
import { removeUsedCodes } from './factor-store.ts';
import { removeOldDevices } from './known-devices.ts';
import { createPasskeyLogin, removeOldPasskeyLogins, type PasskeyLogin } from './passkey-login.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { securityRoutes } from './routes.ts';
import { createSecondFactors, type SecondFactors } from './second-factors.ts';
import { noteSignIn, removeOldSignIns, type ClientInfo, type SignInEnd } from './sign-ins.ts';
import { removeOldTickets } from './tickets.ts';

const SWEEP_EVERY_MS = 60 * 60_000;

export interface Security extends Pick<SliceWith<'workers'>, 'workers'> {
  /** Checks second factors, for logins, changes and withdrawals. */
  readonly second: SecondFactors;
  /** Logins by a passkey alone. */
  readonly passkeyLogin: PasskeyLogin;
  /** The slice's calls, bound by membership, which proves the owner. */
  routesFor(owners: Owners, sessions: Sessions): readonly Route[];
  /** Writes how a login ended in the background: time must not show whether the account exists. */
  recordInBackground(end: SignInEnd, client: ClientInfo): void;
  /** Runs a task in the background; `failed` is logged when it fails. */
  runInBackground(task: Promise<unknown>, failed: string): void;
  /** Slows down guessing of members' passwords, but not browsers that are known. */
  guard(throttles: Throttles): { readonly throttle: LoginThrottle; readonly browsers: KnownBrowsers };
  /** The app's origin and name. */
  home(): PasskeyHome;
  /** Resolves when all background tasks are done. */
  settled(): Promise<void>;
}

/** Makes the slice. */
export function createSecurity({ db, clock, log, secret, home }: SecurityDeps): Security {
  const totp = createTotp(secret, 'members', (memberId) =>
    log.error({ memberId }, 'authenticator secret cannot be opened: sealed with another SECRET, an owner can reset it'),
  );
  const codes = createRecoveryCodes(secret);
  const webauthn = createWebauthn(secret, home, 'members');
  const second = createSecondFactors({ db, clock, totp, codes, webauthn });
  const background = new Set<Promise<unknown>>();
  const runInBackground = (task: Promise<unknown>, failed: string): void => {
    const done: Promise<unknown> = task
      .catch((error: unknown) => log.error({ err: error }, failed))
      .finally(() => background.delete(done));
    background.add(done);
  };
  const settled = async (): Promise<void> => {
    await Promise.all(background);
  };
  let sweep: Timer | undefined;
  /** Removes expired rows, now and every hour. */
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
    recordInBackground: (end, client) =>
      runInBackground(
        db.transaction((tx) => noteSignIn(tx, end, client, clock.nowMs())),
        'login history write failed',
      ),
    runInBackground,
    guard: (throttles) => ({
      throttle: new LoginThrottle({ throttles, clock, secret, who: 'member' }),
      browsers: new KnownBrowsers({ clock, secret, who: 'member' }),
    }),
    home,
    settled,
    workers: [
      {
        name: 'removal of expired security rows',
        start,
        async stop() {
          await settled();
          sweep?.cancel();
        },
      },
    ],
  };
}
