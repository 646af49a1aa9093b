import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import type { ClientInfo } from '../security/index.ts';
import { enter, type LoginDeps } from './login.ts';

/** Rolls back a login whose passkey answer was used already. */
class NotTaken extends Error {}

/** Logs in by a passkey alone, whose device verified its holder. */
export async function loginPasskey(
  { passkey }: Input<'loginPasskey'>,
  client: ClientInfo,
  deps: LoginDeps,
): Promise<Result<Answer<'loginPasskey'>>> {
  const { db, throttle, security } = deps;
  const proof = await security.passkeyLogin.look(passkey);
  if (!proof) return refuse('bad_passkey');
  const { memberId } = proof;
  try {
    return await db.transaction(async (tx): Promise<Result<Answer<'loginPasskey'>>> => {
      const entered = await security.passkeyLogin.take(tx, proof);
      if (!entered) throw new NotTaken();
      const { username, passwordHash, frozen } = entered;
      if (frozen) {
        security.recordInBackground({ memberId, outcome: 'frozen' }, client);
        return refuse('frozen_member');
      }
      const token = await enter(tx, { memberId, second: 'passkey' }, client, deps);
      return ok({ userinfo: { token }, known: throttle.knownAs({ name: username, passwordHash }), username });
    });
  } catch (error) {
    if (error instanceof NotTaken) return refuse('bad_passkey');
    throw error;
  }
}
