import { createHmac, hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { PasskeyRequest } from '@plimsoll/contract';
import type { PasskeyAnswer } from '@plimsoll/contract/fields';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import { derivedKeys, isOfOne } from '../../platform/secret.ts';
import { CHALLENGE_LIFE_MS, type KeptKey, type Webauthn } from '../../platform/webauthn.ts';
import type { SecurityDeps } from './deps.ts';
import { usedPasskey } from './passkey-store.ts';

const MAC_BYTES = 16;
const SALT_BYTES = 16;
/** A time in ms. */
const TIME_BYTES = 6;
const clientData = z.object({ challenge: z.string() });

interface Row {
  id: string;
  member_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
}
const find = sql<Row>(
  'security.findPasskey',
  'select id, member_id, credential_id, public_key, counter, transports from passkey where credential_id = $1',
);
const whose = sql<{ username: string; password_hash: string; frozen: boolean }>(
  'security.passkeyOwner',
  'select username, password_hash, frozen from member where id = $1 for share',
);
const use = sql<{ challenge_hash: string }>(
  'security.usePasskeyLogin',
  'insert into passkey_login_used (challenge_hash, at) values ($1, $2) on conflict do nothing returning challenge_hash',
);
const removeOld = sql<never>('security.removePasskeyLogins', 'delete from passkey_login_used where at <= $1');

/** A verified passkey answer; it logs in once it is taken. */
export interface EntryProof {
  readonly memberId: string;
  readonly passkeyId: string;
  readonly counter: number;
  readonly challenge: string;
}
/** The member who logged in by a passkey. */
export interface Entered {
  readonly username: string;
  readonly passwordHash: string;
  readonly frozen: boolean;
}

/**
 * Logins by a passkey alone, whose device must verify its holder. Anybody may ask for a challenge, so none is stored:
 * each carries its time and a MAC.
 */
export interface PasskeyLogin {
  /** A challenge for any passkey of this site. */
  request(): PasskeyRequest;
  /** Verifies an answer; undefined unless a known passkey signed our challenge within five minutes. */
  look(answer: PasskeyAnswer): Promise<EntryProof | undefined>;
  /** Consumes the proof and locks the member; undefined when it was used. */
  take(tx: Tx, proof: EntryProof): Promise<Entered | undefined>;
}

/** Makes logins by a passkey alone. */
export function createPasskeyLogin(
  { db, clock, secret }: Pick<SecurityDeps, 'db' | 'clock' | 'secret'>,
  webauthn: Webauthn,
): PasskeyLogin {
  const keys = derivedKeys(secret, 'challenges of passkey logins');
  const macOf = (key: Buffer, body: Buffer): Buffer =>
    createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES);

  function isOurs(challenge: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== TIME_BYTES + SALT_BYTES + MAC_BYTES || bytes.toString('base64url') !== challenge) return false;
    const body = bytes.subarray(0, TIME_BYTES + SALT_BYTES);
    const ageMs = clock.nowMs() - body.readUIntBE(0, TIME_BYTES);
    return (
      isOfOne(keys, bytes.subarray(TIME_BYTES + SALT_BYTES), (key) => macOf(key, body)) &&
      ageMs >= 0 &&
      ageMs <= CHALLENGE_LIFE_MS
    );
  }

  return {
    request() {
      const body = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(SALT_BYTES)]);
      body.writeUIntBE(clock.nowMs(), 0, TIME_BYTES);
      return webauthn.anyRequest(Buffer.concat([body, macOf(keys[0], body)]).toString('base64url'));
    },
    async look(answer) {
      const challenge = challengeIn(answer);
      if (challenge === undefined || !isOurs(challenge)) return undefined;
      const [row] = await db.run(find, [answer.id]);
      if (!row) return undefined;
      // not money: the authenticator's counter of uses
      const passkey: KeptKey = {
        credentialId: row.credential_id,
        publicKey: row.public_key,
        counter: Number(row.counter),
        transports: row.transports,
      };
      const counter = await webauthn.answered(answer, challenge, passkey, { isHolderKnown: true });
      return counter === undefined ? undefined : { memberId: row.member_id, passkeyId: row.id, counter, challenge };
    },
    async take(tx, { memberId, passkeyId, counter, challenge }) {
      const nowMs = clock.nowMs();
      const [member] = await tx.run(whose, [memberId]);
      const isFirst = (await tx.run(use, [hash('sha256', challenge, 'hex'), new Date(nowMs)])).length === 1;
      if (!member || !isFirst || !(await usedPasskey(tx, memberId, passkeyId, counter, nowMs))) return undefined;
      return { username: member.username, passwordHash: member.password_hash, frozen: member.frozen };
    },
  };
}

/** The challenge in the browser's answer. */
function challengeIn({ response }: PasskeyAnswer): string | undefined {
  const { clientDataJSON } = response;
  if (typeof clientDataJSON !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return clientData.safeParse(parsed).data?.challenge;
  } catch {
    return undefined;
  }
}

/** Removes used challenges that have expired. */
export const removeOldPasskeyLogins = async (query: Query, nowMs: number): Promise<void> =>
  void (await query.run(removeOld, [new Date(nowMs - 2 * CHALLENGE_LIFE_MS)]));
