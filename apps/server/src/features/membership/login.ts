import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import type { MembershipDeps } from './deps.ts';
import type { Entrance } from './entrance.ts';
import { credentialsOf } from './store.ts';

/**
 * Logs a member in; the username is taken exactly as registered. A wrong password and an unknown account are the same answer after the same work. Tries on one account go one after the
 * other, so that many at once cannot outrun the count of wrong ones: that is the caller's to see to.
 */
export async function login({ username, password }: Input<'login'>, address: string, { entrance, ...deps }: MembershipDeps & { readonly entrance: Entrance }): Promise<Result<Answer<'login'>>> {
  const slowed = entrance.slowsLogin(username, address);
  if (slowed) return slowed;
  const known = await credentialsOf(deps.db, username);
  if (!(await deps.passwords.verify(known?.passwordHash ?? null, password)) || !known) {
    entrance.loginFailed(username, address);
    return refuse('bad_login');
  }
  entrance.loginSucceeded(username);
  if (known.frozen) return refuse('frozen_member');
  return ok({ userinfo: { token: await deps.sessions.open(known.id) } });
}
