import { ok, refuse, type Input, type Result } from '@plimsoll/contract';
import type { Preparations } from '../gate/index.ts';
import { notifyMember } from '../notices/index.ts';
import { dropTickets, forgetDevices, type ClientInfo } from '../security/index.ts';
import { proveForSession, type LoginDeps } from './login.ts';
import { dropResets } from './password-resets.ts';
import { forgetWrong, readGuard } from './payment-store.ts';
import { replacePassword, setPayPassword } from './store.ts';
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

/** True for the member's payment password. */
export async function isPayPassword(
  memberId: string,
  password: string,
  { db, clock, passwords }: Pick<LoginDeps, 'db' | 'clock' | 'passwords'>,
): Promise<boolean> {
  const hash = (await readGuard(db, memberId, clock.nowMs()))?.hash ?? null;
  return hash !== null && passwords.verify(hash, password);
}

/** Changes pass the gate (RULES 8). */
type ChangeDeps = LoginDeps & { readonly preparations: Pick<Preparations, 'prepare'> };

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
  const done = await deps.preparations.prepare(
    { memberId, kind: 'login_password', given },
    () => proveOwner(oldpassword, caller, deps),
    async (tx, { passwordHash }) => {
      if (await isPayPassword(memberId, newpassword, deps)) return refuse('same_password');
      const next = await passwords.hash(newpassword);
      if (!(await replacePassword(tx, memberId, { from: passwordHash, to: next, atMs: clock.nowMs() })))
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
  return deps.preparations.prepare(
    { memberId, kind: 'payment_password', given },
    () => proveOwner(logpassword, caller, deps),
    async (tx) => {
      // One password must not do both.
      if (newpassword === logpassword) return refuse('same_password');
      await setPayPassword(tx, memberId, await passwords.hash(newpassword), clock.nowMs());
      await notifyMember(tx, [{ memberId, kind: 'password-changed', params: { which: 'payment' } }], clock.nowMs());
      await forgetWrong(tx, memberId, clock.nowMs());
      return ok(null);
    },
  );
}
