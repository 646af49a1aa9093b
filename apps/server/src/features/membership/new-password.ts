import { ok, refuse, type Input, type PasswordReset, type Result } from '@plimsoll/contract';
import type { Tx } from '../../platform/db.ts';
import type { Preparations } from '../gate/index.ts';
import { notifyMember } from '../notices/index.ts';
import { dropTickets, forgetDevices, type Proof } from '../security/index.ts';
import type { MembershipDeps } from './deps.ts';
import { dropResets, keepResetChallenge, openReset, resetWrong, useReset, type OpenReset } from './password-resets.ts';
import { isPayPassword } from './change-password.ts';
import { provenEmailByLink, setPassword } from './store.ts';
import { isWeakPassword } from './weak-password.ts';

/** Rolls back a change whose proof was used at the same moment. */
class ProofUsed extends Error {}

/** What a mailed link allows; stores the challenge for a passkey. */
export async function lookAtReset(
  { token }: Input<'getNewpwd'>,
  { db, clock, security }: MembershipDeps,
): Promise<Result<PasswordReset>> {
  const reset = await openReset(db, token, clock.nowMs());
  if (!reset) return refuse('bad_reset_link');
  const { memberId, username, expiresAt } = reset;
  const factors = await security.second.wanted(db, memberId);
  const passkey = (await security.second.challenge(db, memberId)) ?? null;
  if (passkey) await keepResetChallenge(db, token, passkey.challenge);
  return ok({ username, expires: expiresAt.toISOString(), factors, passkey });
}

/** The second factor given with a link; undefined when none is set. Five wrong ones void the link. */
async function proofOf(
  input: Input<'newpwd'>,
  { memberId, challenge }: OpenReset,
  { db, security }: MembershipDeps,
): Promise<Result<Proof | undefined>> {
  if ((await security.second.wanted(db, memberId)).length === 0) return ok(undefined);
  if (input.second === undefined && input.passkey === undefined) return refuse('second_factor_required');
  const looked = await security.second.look(memberId, input, challenge);
  if (!looked.ok && looked.refusal.reason !== 'second_factor_stopped')
    await resetWrong(db, input.token, input.passkey !== undefined);
  return looked;
}

/** The owner is proven: the gate only records the change (RULES 8). */
type ResetDeps = MembershipDeps & { readonly preparations: Pick<Preparations, 'prepared'> };

/** Sets the password and ends sessions, links and tickets. */
async function replace(
  tx: Tx,
  memberId: string,
  passwordHash: string,
  { clock, sessions, preparations }: ResetDeps,
): Promise<void> {
  const nowMs = clock.nowMs();
  await setPassword(tx, memberId, passwordHash, nowMs);
  await provenEmailByLink(tx, memberId, nowMs);
  await preparations.prepared(tx, memberId, 'login_password');
  await dropResets(tx, memberId);
  await sessions.endAll(memberId, tx);
  await forgetDevices(tx, memberId);
  await dropTickets(tx, memberId);
  await notifyMember(tx, [{ memberId, kind: 'password-changed', params: { which: 'login' } }], nowMs);
}

/**
 * Sets the login password by a mailed link and a second factor where one is set (RULES 8). Sessions end, browsers are
 * forgotten, withdrawals wait. `forgive` resets the count of wrong logins.
 */
export async function setForgotten(
  input: Input<'newpwd'>,
  deps: ResetDeps,
  forgive: (username: string) => void,
): Promise<Result<null>> {
  const { db, clock, passwords, security, sessions } = deps;
  const reset = await openReset(db, input.token, clock.nowMs());
  if (!reset) return refuse('bad_reset_link');
  const { memberId, username } = reset;
  if (reset.frozen) return refuse('frozen_member');
  if (isWeakPassword(input.password, username)) return refuse('bad_password');
  const proof = await proofOf(input, reset, deps);
  if (!proof.ok) return proof;
  // Only now, since the refusal says what the payment password is.
  if (await isPayPassword(memberId, input.password, deps)) return refuse('same_password');
  const passwordHash = await passwords.hash(input.password, 'known');
  const done = await db
    .transaction(async (tx): Promise<Result<null>> => {
      const used = await useReset(tx, input.token, clock.nowMs());
      if (!used) return refuse('bad_reset_link');
      // Frozen meanwhile: that uses up no factor.
      if (used.frozen) return refuse('frozen_member');
      // A factor may have been set meanwhile.
      if (!proof.value && (await security.second.wanted(tx, memberId)).length > 0) throw new ProofUsed();
      if (proof.value && !(await security.second.take(tx, memberId, proof.value))) throw new ProofUsed();
      await replace(tx, memberId, passwordHash, deps);
      return ok(null);
    })
    .catch((error: unknown): Result<null> => {
      if (error instanceof ProofUsed)
        return refuse(
          proof.value
            ? proof.value.kind === 'passkey'
              ? 'bad_passkey'
              : 'bad_second_factor'
            : 'second_factor_required',
        );
      throw error;
    });
  if (!done.ok) return done;
  // Again after the commit, for sessions that were cached meanwhile.
  await sessions.endAll(memberId);
  forgive(username);
  return done;
}
