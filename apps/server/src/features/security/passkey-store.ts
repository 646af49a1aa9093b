import { sql, type Query, type Tx } from '../../platform/db.ts';
import { CHALLENGE_LIFE_MS, type KeptKey } from '../../platform/webauthn.ts';

interface KeptPasskey extends KeptKey {
  readonly id: string;
  readonly name: string;
  readonly at: Date;
  readonly usedAt: Date | null;
}
interface Row {
  id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

const list = sql<Row>(
  'security.passkeys',
  `
  select id, credential_id, public_key, counter, transports, name, created_at, last_used_at from passkey where member_id = $1 order by id`,
);
/** A member's passkeys, oldest first. */
export const passkeysOf = async (query: Query, memberId: string): Promise<KeptPasskey[]> =>
  (await query.run(list, [memberId])).map((row) => ({
    id: row.id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    // not money: the authenticator's counter of uses
    counter: Number(row.counter),
    transports: row.transports,
    name: row.name,
    at: row.created_at,
    usedAt: row.last_used_at,
  }));

type NewPasskey = KeptKey & Pick<KeptPasskey, 'name'>;
const insert = sql<{ id: string }>(
  'security.addPasskey',
  `
  insert into passkey (member_id, credential_id, public_key, counter, transports, name, created_at) values ($1, $2, $3, $4, $5::text[], $6, $7)
  on conflict (credential_id) do nothing returning id`,
);
/** The new passkey's id; undefined when the credential is registered already. */
export const insertPasskey = async (
  tx: Tx,
  memberId: string,
  { credentialId, publicKey, counter, transports, name }: NewPasskey,
  atMs: number,
): Promise<string | undefined> =>
  (await tx.run(insert, [memberId, credentialId, publicKey, counter, transports, name, new Date(atMs)]))[0]?.id;

const remove = sql<{ name: string }>(
  'security.removePasskey',
  'delete from passkey where member_id = $1 and id = $2 returning name',
);
/** Returns the name of the removed passkey; undefined when there is none. */
export const removePasskey = async (tx: Tx, memberId: string, id: string): Promise<string | undefined> =>
  (await tx.run(remove, [memberId, id]))[0]?.name;
const removeAll = sql<never>('security.removePasskeys', 'delete from passkey where member_id = $1');
/** Removes all passkeys of a member. */
export const removePasskeys = async (tx: Tx, memberId: string): Promise<void> =>
  void (await tx.run(removeAll, [memberId]));

const use = sql<{ id: string }>(
  'security.usePasskey',
  `
  update passkey set counter = $3, last_used_at = $4 where member_id = $1 and id = $2 and (counter < $3 or (counter = 0 and $3 = 0)) returning id`,
);
/** Records a use; false when the passkey is gone or its counter did not rise. */
export const usedPasskey = async (
  tx: Tx,
  memberId: string,
  id: string,
  counter: number,
  atMs: number,
): Promise<boolean> => (await tx.run(use, [memberId, id, counter, new Date(atMs)])).length === 1;

/** A challenge is valid for one purpose. */
export type Purpose = 'add' | 'change' | 'withdraw';

const keep = sql<never>(
  'security.keepChallenge',
  `
  insert into passkey_challenge (member_id, purpose, challenge, created_at, nonce) values ($1, $2, $3, $4, $5)
  on conflict (member_id, purpose) do update set challenge = excluded.challenge, created_at = excluded.created_at, nonce = excluded.nonce`,
);
/** Before a way out it is a hash that includes `nonce`, otherwise null. */
export interface Challenge {
  readonly challenge: string;
  readonly nonce: string | null;
}
/** Stores a challenge, replacing the one before. */
export const keepChallenge = async (
  query: Query,
  memberId: string,
  purpose: Purpose,
  { challenge, nonce }: Challenge,
  atMs: number,
): Promise<void> => void (await query.run(keep, [memberId, purpose, challenge, new Date(atMs), nonce]));
const read = sql<{ challenge: string; nonce: string | null }>(
  'security.challenge',
  'select challenge, nonce from passkey_challenge where member_id = $1 and purpose = $2 and created_at > $3 and created_at <= $4',
);
/** The challenge; undefined when there is none, or it expired. */
export const challengeOf = async (
  query: Query,
  memberId: string,
  purpose: Purpose,
  nowMs: number,
): Promise<Challenge | undefined> =>
  (await query.run(read, [memberId, purpose, new Date(nowMs - CHALLENGE_LIFE_MS), new Date(nowMs)]))[0];
const take = sql<{ member_id: string }>(
  'security.takeChallenge',
  'delete from passkey_challenge where member_id = $1 and purpose = $2 and challenge = $3 returning member_id',
);
/** Consumes a challenge; false when it was used. */
export const takeChallenge = async (
  query: Query,
  memberId: string,
  purpose: Purpose,
  challenge: string,
): Promise<boolean> => (await query.run(take, [memberId, purpose, challenge])).length === 1;
