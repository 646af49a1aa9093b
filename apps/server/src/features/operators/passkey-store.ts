import { sql, type Query, type Tx } from '../../platform/db.ts';
import { CHALLENGE_LIFE_MS, type KeptKey } from '../../platform/webauthn.ts';

export interface OperatorPasskey extends KeptKey {
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
  'operators.passkeys',
  `
  select id, credential_id, public_key, counter, transports, name, created_at, last_used_at from operator_passkey where operator_id = $1 order by id`,
);
/** An operator's passkeys, oldest first. */
export const passkeysOf = async (query: Query, operatorId: string): Promise<OperatorPasskey[]> =>
  (await query.run(list, [operatorId])).map((row) => ({
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

const insert = sql<{ id: string }>(
  'operators.addPasskey',
  `
  insert into operator_passkey (operator_id, credential_id, public_key, counter, transports, name, created_at) values ($1, $2, $3, $4, $5::text[], $6, $7)
  on conflict (credential_id) do nothing returning id`,
);
/** The new passkey's id; undefined when the credential is registered already. */
export const insertPasskey = async (
  tx: Tx,
  operatorId: string,
  { credentialId, publicKey, counter, transports, name }: KeptKey & { readonly name: string },
  at: Date,
): Promise<string | undefined> =>
  (await tx.run(insert, [operatorId, credentialId, publicKey, counter, transports, name, at]))[0]?.id;

const remove = sql<{ name: string }>(
  'operators.removePasskey',
  'delete from operator_passkey where operator_id = $1 and id = $2 returning name',
);
/** Returns the name of the deleted passkey; undefined when there is none. */
export const deletePasskey = async (tx: Tx, operatorId: string, id: string): Promise<string | undefined> =>
  (await tx.run(remove, [operatorId, id]))[0]?.name;
const removeAll = sql<never>('operators.removePasskeys', 'delete from operator_passkey where operator_id = $1');
const removeChallenges = sql<never>(
  'operators.removeChallenges',
  'delete from operator_challenge where operator_id = $1',
);
/** Deletes an operator's passkeys and their challenges. */
export async function deletePasskeys(tx: Tx, operatorId: string): Promise<void> {
  await tx.run(removeAll, [operatorId]);
  await tx.run(removeChallenges, [operatorId]);
}

const use = sql<{ id: string }>(
  'operators.usePasskey',
  `
  update operator_passkey set counter = $3, last_used_at = $4 where operator_id = $1 and id = $2 and (counter < $3 or (counter = 0 and $3 = 0)) returning id`,
);
/** Records a use; false when the passkey is gone or its counter did not rise. */
export const usedPasskey = async (
  tx: Tx,
  operatorId: string,
  id: string,
  counter: number,
  at: Date,
): Promise<boolean> => (await tx.run(use, [operatorId, id, counter, at])).length === 1;

/** A challenge is valid for one purpose. */
export type Purpose = 'login' | 'add' | 'fresh';

const keep = sql<never>(
  'operators.keepChallenge',
  `
  insert into operator_challenge (operator_id, purpose, challenge, created_at) values ($1, $2, $3, $4)
  on conflict (operator_id, purpose) do update set challenge = excluded.challenge, created_at = excluded.created_at`,
);
/** Stores a challenge, replacing the one before. */
export const keepChallenge = async (
  tx: Tx,
  operatorId: string,
  purpose: Purpose,
  challenge: string,
  at: Date,
): Promise<void> => void (await tx.run(keep, [operatorId, purpose, challenge, at]));
const take = sql<{ challenge: string }>(
  'operators.takeChallenge',
  `
  with used as (delete from operator_challenge where operator_id = $1 and purpose = $2 returning challenge, created_at)
  select challenge from used where created_at > $3 and created_at <= $4`,
);
/** Takes a challenge, even for a wrong answer; undefined when there is none, or it expired. */
export const takeChallenge = async (
  tx: Tx,
  operatorId: string,
  purpose: Purpose,
  nowMs: number,
): Promise<string | undefined> =>
  (await tx.run(take, [operatorId, purpose, new Date(nowMs - CHALLENGE_LIFE_MS), new Date(nowMs)]))[0]?.challenge;
