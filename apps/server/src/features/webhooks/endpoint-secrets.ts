import { randomBytes } from 'node:crypto';
import { sql, type Db, type Tx } from '../../platform/db.ts';
import { resealColumn, sealedColumn, type Resealed } from '../../platform/reseal.ts';
import { createSeal, type Seal } from '../../platform/seal.ts';
import type { Secrets } from '../../platform/secret.ts';
import { newSecret, secretText } from './sign.ts';

/** How long the secret before signs too, after another was made. */
const OVERLAP_MS = 24 * 3_600_000;
const NAME_BYTES = 16;

const endPresent = sql<never>(
  'webhooks.endSecret',
  'update webhook_secret set ends_at = $2 where endpoint_id = $1 and ends_at is null',
);
const insert = sql<{ n: number }>(
  'webhooks.insertSecret',
  `
  insert into webhook_secret (name, endpoint_id, n, sealed, created_at)
  values ($1, $2, (select coalesce(max(n), 0) + 1 from webhook_secret where endpoint_id = $2), $3, $4) returning n`,
);
const take = sql<{ name: string; sealed: Buffer }>(
  'webhooks.showSecret',
  `
  update webhook_secret set shown_at = $2 where endpoint_id = $1 and ends_at is null and shown_at is null
  returning name, sealed`,
);

/** Makes an endpoint's next secret; the one before ends after the overlap. @returns its number, from 1 */
export async function makeSecret(tx: Tx, seal: Seal, endpointId: string, nowMs: number): Promise<number> {
  await tx.run(endPresent, [endpointId, new Date(nowMs + OVERLAP_MS)]);
  const name = randomBytes(NAME_BYTES).toString('hex');
  const [row] = await tx.run(insert, [name, endpointId, seal.seal(name, newSecret()), new Date(nowMs)]);
  if (!row) throw new Error('no secret was written');
  return row.n;
}

/** The present secret as text, the first time it is asked for; undefined afterwards. */
export async function takeSecret(tx: Tx, seal: Seal, endpointId: string, nowMs: number): Promise<string | undefined> {
  const [row] = await tx.run(take, [endpointId, new Date(nowMs)]);
  const secret = row && seal.unseal(row.name, row.sealed);
  return secret && secretText(secret);
}

const SEALED = sealedColumn('webhooks.secret', {
  table: 'webhook_secret',
  id: 'name',
  idType: 'text',
  column: 'sealed',
});

/** Seals the secrets of webhooks again. */
export const resealWebhooks = (db: Db, secret: Secrets): Promise<Resealed> =>
  resealColumn(db, createSeal(secret, 'secrets of webhooks'), SEALED);
