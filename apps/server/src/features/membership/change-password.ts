import { ok, refuse, type Input, type Result } from '@plimsoll/contract';
import { isCommonPassword } from '../../platform/common-passwords.ts';
import { proveLogin, type LoginDeps } from './login.ts';
import { forgetWrong } from './payment-store.ts';
import { replacePassword, setPayPassword } from './store.ts';

/** Who asks, from where. */
interface Asker {
  readonly memberId: string;
  readonly username: string;
  readonly address: string;
}

/** Changes a member's login password and ends every session of theirs, the one that asks too (wire, resetpwd). Wrong ones count as wrong logins. */
export async function changePassword({ oldpassword, newpassword }: Input<'resetpwd'>, { memberId, username, address }: Asker, deps: LoginDeps): Promise<Result<null>> {
  if (isCommonPassword(newpassword)) return refuse('bad_password');
  const proven = await proveLogin({ username, password: oldpassword }, address, deps);
  if (!proven.ok) return proven;
  const { db, clock, passwords, sessions } = deps;
  const next = await passwords.hash(newpassword);
  const isChanged = await db.transaction(async (tx) => {
    if (!(await replacePassword(tx, memberId, { from: proven.value.passwordHash, to: next, atMs: clock.nowMs() }))) return false;
    await sessions.endAll(memberId, tx);
    return true;
  });
  if (!isChanged) return refuse('bad_login');
  await sessions.endAll(memberId);
  return ok(null);
}

/** Sets a member's payment password, the first one or another, with the login password (rules 7). Payments that are stopped stay so. */
export async function changePayPassword({ logpassword, newpassword }: Input<'resetpay'>, { memberId, username, address }: Asker, deps: LoginDeps): Promise<Result<null>> {
  if (isCommonPassword(newpassword)) return refuse('bad_password');
  const proven = await proveLogin({ username, password: logpassword }, address, deps);
  if (!proven.ok) return proven;
  const { db, clock, passwords } = deps;
  const next = await passwords.hash(newpassword);
  await db.transaction(async (tx) => {
    await setPayPassword(tx, memberId, next, clock.nowMs());
    // What was guessed at is gone.
    await forgetWrong(tx, memberId, clock.nowMs());
  });
  return ok(null);
}
