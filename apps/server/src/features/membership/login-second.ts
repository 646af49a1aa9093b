import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import {
  addDevice,
  openTicket,
  ticketWrong,
  useTicket,
  type ClientInfo,
  type OpenTicket,
  type Proof,
} from '../security/index.ts';
import { enter, type LoginDeps } from './login.ts';
import { credentialsOf } from './store.ts';

/** Rolls back a login whose proof was used at the same moment. */
class ProofUsed extends Error {}

const YES = '1';

/**
 * The second step of a login: a ticket and a second factor. Wrong ones count like wrong passwords; five void the
 * ticket. Strangers do not delay it.
 */
export async function loginSecond(
  input: Input<'loginSecond'>,
  client: ClientInfo,
  deps: LoginDeps & { readonly inTurn: <T>(queue: string, task: () => Promise<T>) => Promise<T> },
): Promise<Result<Answer<'loginSecond'>>> {
  const known = await openTicket(deps.db, input.ticket, deps.clock.nowMs());
  // Not in the queue of logins, which strangers fill.
  return known ? deps.inTurn(`second ${known.username}`, () => prove(input, client, deps)) : refuse('bad_ticket');
}

async function prove(
  input: Input<'loginSecond'>,
  client: ClientInfo,
  deps: LoginDeps,
): Promise<Result<Answer<'loginSecond'>>> {
  const { db, clock, throttle, security } = deps;
  // Read again in turn.
  const ticket = await openTicket(db, input.ticket, clock.nowMs());
  if (!ticket) return refuse('bad_ticket');
  const { memberId, username, challenge } = ticket;
  const looked = await security.second.look(memberId, input, challenge);
  const answer = looked.ok ? await open({ memberId, username }, looked.value, input, client, deps) : looked;
  const lane = throttle.stranger(client.address);
  if (answer.ok) throttle.loginSucceeded(username, lane);
  else if (answer.refusal.reason === 'bad_second_factor' || answer.refusal.reason === 'bad_passkey') {
    throttle.loginFailed(username, lane);
    await ticketWrong(db, input.ticket, input.passkey !== undefined);
    security.recordInBackground({ memberId, outcome: 'wrong-code' }, client);
  }
  return answer;
}

/** Consumes ticket and proof and opens the session, all or nothing. */
async function open(
  { memberId, username }: Pick<OpenTicket, 'memberId' | 'username'>,
  proof: Proof,
  { ticket, remember_device }: Input<'loginSecond'>,
  client: ClientInfo,
  deps: LoginDeps,
): Promise<Result<Answer<'loginSecond'>>> {
  const { db, clock, security, throttle } = deps;
  try {
    return await db.transaction(async (tx): Promise<Result<Answer<'loginSecond'>>> => {
      const nowMs = clock.nowMs();
      const used = await useTicket(tx, ticket, nowMs);
      if (!used) return refuse('bad_ticket');
      if (used.frozen) return refuse('frozen_member');
      if (!(await security.second.take(tx, memberId, proof))) throw new ProofUsed();
      const device = remember_device === YES ? await addDevice(tx, memberId, client, nowMs) : undefined;
      const token = await enter(tx, { memberId, second: proof.kind, deviceId: device?.id }, client, deps);
      const passwordHash = (await credentialsOf(tx, username))?.passwordHash ?? '';
      return ok({
        userinfo: { token },
        known: throttle.knownAs({ name: username, passwordHash }),
        device: device?.token ?? null,
      });
    });
  } catch (error) {
    if (error instanceof ProofUsed) return refuse(proof.kind === 'passkey' ? 'bad_passkey' : 'bad_second_factor');
    throw error;
  }
}
