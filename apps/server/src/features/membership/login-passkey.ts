import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import type { Door } from '../security/index.ts';
import { enter, type LoginDeps } from './login.ts';

/** Undoes what a passkey that nobody may use once more had begun. */
class NotTaken extends Error {}

/** Logs in whoever's passkey it is, without a name or a password: the device has looked who holds it. */
export async function loginPasskey(
  { passkey }: Input<'loginPasskey'>,
  door: Door,
  deps: LoginDeps,
): Promise<Result<Answer<'loginPasskey'>>> {
  const { db, entrance, security } = deps;
  const proof = await security.passkeyLogin.look(passkey);
  if (!proof) return refuse('bad_passkey');
  const { memberId } = proof;
  try {
    return await db.transaction(async (tx): Promise<Result<Answer<'loginPasskey'>>> => {
      const entered = await security.passkeyLogin.take(tx, proof);
      if (!entered) throw new NotTaken();
      const { username, passwordHash, frozen } = entered;
      if (frozen) {
        security.noteAside({ memberId, outcome: 'frozen' }, door);
        return refuse('frozen_member');
      }
      const token = await enter(tx, { memberId, second: 'passkey' }, door, deps);
      return ok({ userinfo: { token }, known: entrance.knownAs({ name: username, passwordHash }), username });
    });
  } catch (error) {
    if (error instanceof NotTaken) return refuse('bad_passkey');
    throw error;
  }
}
