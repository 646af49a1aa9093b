import { ok, refuse, type Input, type Result } from '@plimsoll/contract';
import type { Preparations } from '../gate/index.ts';
import { notifyMember } from '../notices/index.ts';
import { dropTickets, forgetDevices, type ClientInfo } from '../security/index.ts';
import { proveForSession, type LoginDeps } from './login.ts';
import { dropResets } from './password-resets.ts';
import { forgetWrong, readGuard } from './payment-store.ts';
import { replacePassword, setPayPassword, stillHasPassword } from './store.ts';
import { isWeakPassword } from './weak-password.ts';

interface Caller extends ClientInfo {
  readonly memberId: string;
  readonly username: string;
  readonly sessionHash: string;
}

/** Asks a logged-in member for the login password again; wrong ones count for the session alone. */
export async function proveOwner(
  password: string,
  { username, sessionHash, ...client }: Omit<Caller, 'memberId'>,
  deps: LoginDeps,
): ReturnType<typeof proveForSession> {
  const proven = await proveForSession({ username, password }, sessionHash, client, deps);
  if (proven.ok) {
    deps.throttle.loginSucceeded(username, proven.value.lane);
    await deps.sessions.prove(sessionHash);
  }
  return proven;
}

/** The hash of the member's payment password; null without one. */
const payHashOf = async (memberId: string, { db, clock }: Pick<LoginDeps, 'db' | 'clock'>): Promise<string | null> =>
  (await readGuard(db, memberId, clock.nowMs()))?.hash ?? null;

/** True for the member's payment password. */
export async function isPayPassword(
  memberId: string,
  password: string,
  deps: Pick<LoginDeps, 'db' | 'clock' | 'passwords'>,
): Promise<boolean> {
  const hash = await payHashOf(memberId, deps);
  return hash !== null && deps.passwords.verify(hash, password);
}

/** Changes pass the gate (RULES 8). */
type ChangeDeps = LoginDeps & { readonly preparations: Pick<Preparations, 'prepareReady'> };

/**
 * Changes the login password, ends all sessions, this one included (WIRE membership.resetpwd), and forgets all
 * browsers.
 */
export async function changePassword(
  { oldpassword, newpassword, ...given }: Input<'resetpwd'>,
  { memberId, ...caller }: Caller,
  deps: ChangeDeps,
): Promise<Result<null>> {
  if (isWeakPassword(newpassword, caller.username)) return refuse('bad_password');
  const { clock, passwords, sessions } = deps;
  const done = await deps.preparations.prepareReady(
    { memberId, kind: 'login_password', given },
    () => proveOwner(oldpassword, caller, deps),
    async ({ passwordHash: from }) => {
      const payHash = await payHashOf(memberId, deps);
      // One password must not do both.
      if (payHash !== null && (await passwords.verify(payHash, newpassword))) return refuse('same_password');
      return ok({ from, payHash, to: await passwords.hash(newpassword) });
    },
    async (tx, { from, payHash, to }) => {
      if (!(await replacePassword(tx, memberId, { from, to, payHash, atMs: clock.nowMs() })))
        return refuse('bad_login');
      await sessions.endAll(memberId, tx);
      await forgetDevices(tx, memberId);
      await dropTickets(tx, memberId);
      await dropResets(tx, memberId);
      await notifyMember(tx, [{ memberId, kind: 'password-changed', params: { which: 'login' } }], clock.nowMs());
      return ok(null);
    },
  );
  // Again after the commit, for sessions that were cached meanwhile.
  if (done.ok) await sessions.endAll(memberId);
  return done;
}

/** Sets the payment password, with the login password (RULES 7). A stop stays. */
export async function changePayPassword(
  { logpassword, newpassword, ...given }: Input<'resetpay'>,
  { memberId, ...caller }: Caller,
  deps: ChangeDeps,
): Promise<Result<null>> {
  if (isWeakPassword(newpassword, caller.username)) return refuse('bad_password');
  const { clock, passwords } = deps;
  return deps.preparations.prepareReady(
    { memberId, kind: 'payment_password', given },
    () => proveOwner(logpassword, caller, deps),
    async ({ passwordHash }) => {
      // One password must not do both.
      if (newpassword === logpassword) return refuse('same_password');
      return ok({ passwordHash, payHash: await passwords.hash(newpassword) });
    },
    async (tx, { passwordHash, payHash }) => {
      // It was compared with a login password that may have been changed meanwhile.
      if (!(await stillHasPassword(tx, memberId, passwordHash))) return refuse('bad_login');
      await setPayPassword(tx, memberId, payHash, clock.nowMs());
      await notifyMember(tx, [{ memberId, kind: 'password-changed', params: { which: 'payment' } }], clock.nowMs());
      await forgetWrong(tx, memberId, clock.nowMs());
      return ok(null);
    },
  );
}
