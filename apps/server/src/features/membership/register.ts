import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import type { Tx } from '../../platform/db.ts';
import type { ClientInfo } from '../security/index.ts';
import type { MembershipDeps } from './deps.ts';
import { isRightCode, useCode } from './email-codes.ts';
import { newInvitation } from './invitation.ts';
import { enter, type LoginDeps } from './login.ts';
import { insertMember, inviterOf, isTaken } from './store.ts';
import { isWeakPassword } from './weak-password.ts';

/** Registers and logs in; checks the code, the invitation and the username in this order (docs/wire/membership.md). */
export async function register(
  input: Input<'register'>,
  client: ClientInfo,
  deps: LoginDeps,
): Promise<Result<Answer<'register'>>> {
  const { db, clock, settings } = deps;
  const { account, by, captcha, code, password } = input;
  if (isWeakPassword(password, account)) return refuse('bad_password');
  const { verify_email_code, verify_phone_code } = settings();
  const needsCaptcha = (by === 'email' ? verify_email_code : verify_phone_code) === 1;
  if (needsCaptcha && (captcha === undefined || !(await isRightCode(db, account, captcha, clock.nowMs()))))
    return refuse('bad_captcha');
  const invitedBy = settings().invie_code_switch === 1 ? await invitedThrough(code, db) : null;
  if (invitedBy === undefined) return refuse('unknown_invitation');
  if (await isTaken(db, account)) return refuse('already_registered');
  // In the queue of strangers' logins: a code may not be asked for.
  const hashed = await deps.throttle.inTurn(client.address, async () =>
    ok(await deps.passwords.hash(password, 'unknown')),
  );
  if (!hashed.ok) return hashed;
  const passwordHash = hashed.value;
  return db
    .transaction(async (tx) => {
      const id = await addMember(tx, {
        by,
        account,
        passwordHash,
        payPasswordHash: null,
        invitedBy,
        nowMs: clock.nowMs(),
        isEmailProven: by === 'email' && needsCaptcha,
      });
      if (id === undefined) return refuse('already_registered');
      if (needsCaptcha && !(await useCode(tx, account, captcha ?? ''))) throw new CodeUsed();
      return ok({
        userinfo: { token: await enter(tx, { memberId: id }, client, deps) },
        known: deps.throttle.knownAs({ name: account, passwordHash }),
      });
    })
    .catch((error: unknown) => {
      if (error instanceof CodeUsed) return refuse('bad_captcha');
      throw error;
    });
}

/** The inviter: null without a code, undefined for an unknown one. */
function invitedThrough(code: string | null | undefined, db: MembershipDeps['db']): Promise<string | null | undefined> {
  if (code === undefined) return Promise.resolve(null);
  return code === null ? Promise.resolve(undefined) : inviterOf(db, code.toUpperCase());
}

/** Rolls back a registration whose code was used at the same moment. */
class CodeUsed extends Error {}

/** A member made by the server, without the checks of a registration. */
export interface MadeMember {
  readonly username: string;
  readonly password: string;
  readonly payPassword?: string;
}

/** Makes a member; `already_registered` when the name is used. */
export async function registerMember(
  made: MadeMember,
  { db, clock, passwords }: MembershipDeps,
): Promise<Result<string>> {
  const passwordHash = await passwords.hash(made.password);
  const payPasswordHash = made.payPassword === undefined ? null : await passwords.hash(made.payPassword);
  const id = await db.transaction((tx) =>
    addMember(tx, {
      by: null,
      account: made.username,
      passwordHash,
      payPasswordHash,
      invitedBy: null,
      nowMs: clock.nowMs(),
      isEmailProven: false,
    }),
  );
  return id === undefined ? refuse('already_registered') : ok(id);
}

interface Addition {
  readonly by: 'email' | 'phone' | null;
  readonly account: string;
  readonly passwordHash: string;
  readonly payPasswordHash: string | null;
  readonly invitedBy: string | null;
  readonly nowMs: number;
  readonly isEmailProven: boolean;
}

/** Inserts a member with a new invitation code; undefined for a used name. */
async function addMember(tx: Tx, addition: Addition): Promise<string | undefined> {
  for (;;) {
    const id = await insertMember(tx, {
      username: addition.account,
      email: addition.by === 'email' ? addition.account : null,
      phone: addition.by === 'phone' ? addition.account : null,
      passwordHash: addition.passwordHash,
      payPasswordHash: addition.payPasswordHash,
      inviteCode: newInvitation(),
      invitedBy: addition.invitedBy,
      createdAtMs: addition.nowMs,
      isEmailProven: addition.isEmailProven,
    });
    if (id !== undefined) return id;
    // The name is used, or, once in 10¹², the invitation code.
    if (await isTaken(tx, addition.account)) return undefined;
  }
}
