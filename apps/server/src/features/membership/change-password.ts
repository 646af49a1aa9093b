import { ok, refuse, type Input, type Result } from '@plimsoll/contract';
import { isCommonPassword } from '../../platform/common-passwords.ts';
import { tellMember } from '../notices/index.ts';
import { dropTickets, forgetDevices, type Door } from '../security/index.ts';
import { proveInside, type LoginDeps } from './login.ts';
import { dropResets } from './password-resets.ts';
import { forgetWrong } from './payment-store.ts';
import { replacePassword, setPayPassword } from './store.ts';

/** Who asks, from where. */
interface Asker extends Door {
  readonly memberId: string;
  readonly username: string;
  readonly sessionHash: string;
}

/** Asks a member who is logged in for the login password once more. Wrong ones count for the session, and whatever strangers do keeps nobody from it. */
export async function proveOwner(password: string, { username, sessionHash, ...door }: Omit<Asker, 'memberId'>, deps: LoginDeps): ReturnType<typeof proveInside> {
  const proven = await proveInside({ username, password }, sessionHash, door, deps);
  if (proven.ok) deps.entrance.loginSucceeded(username, proven.value.lane);
  return proven;
}

/** Changes a member's login password, ends every session of theirs, the one that asks too (wire, resetpwd), and forgets their browsers. */
export async function changePassword({ oldpassword, newpassword }: Input<'resetpwd'>, { memberId, ...asker }: Asker, deps: LoginDeps): Promise<Result<null>> {
  if (isCommonPassword(newpassword)) return refuse('bad_password');
  const proven = await proveOwner(oldpassword, asker, deps);
  if (!proven.ok) return proven;
  const { db, clock, passwords, sessions } = deps;
  const next = await passwords.hash(newpassword);
  const isChanged = await db.transaction(async (tx) => {
    if (!(await replacePassword(tx, memberId, { from: proven.value.passwordHash, to: next, atMs: clock.nowMs() }))) return false;
    await sessions.endAll(memberId, tx);
    await forgetDevices(tx, memberId);
    await dropTickets(tx, memberId);
    await dropResets(tx, memberId);
    await tellMember(tx, [{ memberId, kind: 'password-changed', params: { which: 'login' } }], clock.nowMs());
    return true;
  });
  if (!isChanged) return refuse('bad_login');
  await sessions.endAll(memberId);
  return ok(null);
}

/** Sets a member's payment password, the first one or another, with the login password (rules 7). Payments that are stopped stay so. */
export async function changePayPassword({ logpassword, newpassword }: Input<'resetpay'>, { memberId, ...asker }: Asker, deps: LoginDeps): Promise<Result<null>> {
  if (isCommonPassword(newpassword)) return refuse('bad_password');
  const proven = await proveOwner(logpassword, asker, deps);
  if (!proven.ok) return proven;
  const { db, clock, passwords } = deps;
  const next = await passwords.hash(newpassword);
  await db.transaction(async (tx) => {
    const hadOne = await setPayPassword(tx, memberId, next, clock.nowMs());
    if (hadOne) await tellMember(tx, [{ memberId, kind: 'password-changed', params: { which: 'payment' } }], clock.nowMs());
    // What was guessed at is gone.
    await forgetWrong(tx, memberId, clock.nowMs());
  });
  return ok(null);
}
