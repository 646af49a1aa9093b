import { ok, refuse, type Input, type Result } from '@plimsoll/contract';
import type { Preparations } from '../gate/index.ts';
import { notifyMember } from '../notices/index.ts';
import { dropTickets, forgetDevices, type Door } from '../security/index.ts';
import { proveInside, type LoginDeps } from './login.ts';
import { dropResets } from './password-resets.ts';
import { forgetWrong, readGuard } from './payment-store.ts';
import { replacePassword, setPayPassword } from './store.ts';
import { isWeakPassword } from './weak-password.ts';

/** Who asks, from where. */
interface Asker extends Door {
  readonly memberId: string;
  readonly username: string;
  readonly sessionHash: string;
}

/**
 * Asks a member who is logged in for the login password once more. Wrong ones count for the session, and whatever
 * strangers do keeps nobody from it.
 */
export async function proveOwner(
  password: string,
  { username, sessionHash, ...door }: Omit<Asker, 'memberId'>,
  deps: LoginDeps,
): ReturnType<typeof proveInside> {
  const proven = await proveInside({ username, password }, sessionHash, door, deps);
  if (proven.ok) {
    deps.entrance.loginSucceeded(username, proven.value.lane);
    await deps.sessions.prove(sessionHash);
  }
  return proven;
}

/** Whether it is the member's payment password, which no login password may be. */
export async function isPayPassword(
  memberId: string,
  password: string,
  { db, clock, passwords }: Pick<LoginDeps, 'db' | 'clock' | 'passwords'>,
): Promise<boolean> {
  const hash = (await readGuard(db, memberId, clock.nowMs()))?.hash ?? null;
  return hash !== null && passwords.verify(hash, password);
}

/** What a password is changed with: behind the gate (RULES 8). */
type ChangeDeps = LoginDeps & { readonly preparations: Pick<Preparations, 'prepare'> };

/**
 * Changes a member's login password, ends every session of theirs, the one that asks too (WIRE membership.resetpwd),
 * and forgets their browsers.
 */
export async function changePassword(
  { oldpassword, newpassword, ...given }: Input<'resetpwd'>,
  { memberId, ...asker }: Asker,
  deps: ChangeDeps,
): Promise<Result<null>> {
  if (isWeakPassword(newpassword, asker.username)) return refuse('bad_password');
  const { clock, passwords, sessions } = deps;
  const done = await deps.preparations.prepare(
    { memberId, kind: 'login_password', given },
    () => proveOwner(oldpassword, asker, deps),
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
  // Once more, for those that came into memory before it was committed.
  if (done.ok) await sessions.endAll(memberId);
  return done;
}

/**
 * Sets a member's payment password, the first one or another, with the login password (RULES 7). Payments that are
 * stopped stay so.
 */
export async function changePayPassword(
  { logpassword, newpassword, ...given }: Input<'resetpay'>,
  { memberId, ...asker }: Asker,
  deps: ChangeDeps,
): Promise<Result<null>> {
  if (isWeakPassword(newpassword, asker.username)) return refuse('bad_password');
  const { clock, passwords } = deps;
  return deps.preparations.prepare(
    { memberId, kind: 'payment_password', given },
    () => proveOwner(logpassword, asker, deps),
    async (tx) => {
      // What lets in must not pay too: who has the one would have both.
      if (newpassword === logpassword) return refuse('same_password');
      await setPayPassword(tx, memberId, await passwords.hash(newpassword), clock.nowMs());
      await notifyMember(tx, [{ memberId, kind: 'password-changed', params: { which: 'payment' } }], clock.nowMs());
      // What was guessed at is gone.
      await forgetWrong(tx, memberId, clock.nowMs());
      return ok(null);
    },
  );
}
