import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import type { MembershipDeps } from './deps.ts';
import type { Entrance } from './entrance.ts';
import { credentialsOf, stillHasPassword, type Credentials } from './store.ts';

/** What a login is checked with. */
export type LoginDeps = MembershipDeps & { readonly entrance: Entrance };

/**
 * Checks a login password. A wrong one and an unknown account are the same answer after the same work. Tries on one account go one after the
 * other, so that many at once cannot outrun the count of wrong ones: that is the caller's to see to.
 */
export async function proveLogin({ username, password }: Input<'login'>, address: string, { db, passwords, entrance }: LoginDeps): Promise<Result<Credentials>> {
  const slowed = entrance.slowsLogin(username, address);
  if (slowed) return slowed;
  const known = await credentialsOf(db, username);
  if (!(await passwords.verify(known?.passwordHash ?? null, password)) || !known) {
    entrance.loginFailed(username, address);
    return refuse('bad_login');
  }
  entrance.loginSucceeded(username);
  return ok(known);
}

/** Logs a member in; the username is taken exactly as registered. */
export async function login(input: Input<'login'>, address: string, deps: LoginDeps): Promise<Result<Answer<'login'>>> {
  const proven = await proveLogin(input, address, deps);
  if (!proven.ok) return proven;
  const { id, passwordHash, frozen } = proven.value;
  if (frozen) return refuse('frozen_member');
  return deps.db.transaction(async (tx) => {
    // A change of the password at this moment ends every session, this one too: it comes before or after, never between.
    if (!(await stillHasPassword(tx, id, passwordHash))) return refuse('bad_login');
    return ok({ userinfo: { token: await deps.sessions.open(id, tx) } });
  });
}
