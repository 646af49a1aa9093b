import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import {
  addDevice,
  openTicket,
  ticketWrong,
  useTicket,
  type Door,
  type OpenTicket,
  type Proof,
} from '../security/index.ts';
import { enter, type LoginDeps } from './login.ts';
import { credentialsOf } from './store.ts';

/** Undoes a login whose proof somebody else used at the same moment. */
class ProofUsed extends Error {}

const YES = '1';

/**
 * The second step of a login: the ticket that the right password got, and a second factor. Wrong ones count as wrong
 * passwords do; after five the ticket is worth nothing. No stranger's tries hold it up: whoever has a ticket had the
 * password.
 */
export async function loginSecond(
  input: Input<'loginSecond'>,
  door: Door,
  deps: LoginDeps & { readonly inTurn: <T>(username: string, task: () => Promise<T>) => Promise<T> },
): Promise<Result<Answer<'loginSecond'>>> {
  const known = await openTicket(deps.db, input.ticket, deps.clock.nowMs());
  return known ? deps.inTurn(known.username, () => prove(input, door, deps)) : refuse('bad_ticket');
}

async function prove(input: Input<'loginSecond'>, door: Door, deps: LoginDeps): Promise<Result<Answer<'loginSecond'>>> {
  const { db, clock, entrance, security } = deps;
  // Once more, now that it is this one's turn.
  const ticket = await openTicket(db, input.ticket, clock.nowMs());
  if (!ticket) return refuse('bad_ticket');
  const { memberId, username, challenge } = ticket;
  const looked = await security.second.look(memberId, input, challenge);
  const answer = looked.ok ? await open({ memberId, username }, looked.value, input, door, deps) : looked;
  const lane = entrance.stranger(door.address);
  if (answer.ok) entrance.loginSucceeded(username, lane);
  else if (answer.refusal.reason === 'bad_second_factor' || answer.refusal.reason === 'bad_passkey') {
    entrance.loginFailed(username, lane);
    await ticketWrong(db, input.ticket, input.passkey !== undefined);
    security.noteAside({ memberId, outcome: 'wrong-code' }, door);
  }
  return answer;
}

/** Uses ticket and proof up and opens the session, all or nothing. */
async function open(
  { memberId, username }: Pick<OpenTicket, 'memberId' | 'username'>,
  proof: Proof,
  { ticket, remember_device }: Input<'loginSecond'>,
  door: Door,
  deps: LoginDeps,
): Promise<Result<Answer<'loginSecond'>>> {
  const { db, clock, security, entrance } = deps;
  try {
    return await db.transaction(async (tx): Promise<Result<Answer<'loginSecond'>>> => {
      const nowMs = clock.nowMs();
      const used = await useTicket(tx, ticket, nowMs);
      if (!used) return refuse('bad_ticket');
      if (used.frozen) return refuse('frozen_member');
      if (!(await security.second.take(tx, memberId, proof))) throw new ProofUsed();
      const device = remember_device === YES ? await addDevice(tx, memberId, door, nowMs) : undefined;
      const token = await enter(tx, { memberId, second: proof.kind, deviceId: device?.id }, door, deps);
      const passwordHash = (await credentialsOf(tx, username))?.passwordHash ?? '';
      return ok({
        userinfo: { token },
        known: entrance.knownAs({ name: username, passwordHash }),
        device: device?.token ?? null,
      });
    });
  } catch (error) {
    if (error instanceof ProofUsed) return refuse(proof.kind === 'passkey' ? 'bad_passkey' : 'bad_second_factor');
    throw error;
  }
}
