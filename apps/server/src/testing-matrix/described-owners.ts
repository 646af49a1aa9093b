import { hash, randomBytes } from 'node:crypto';
import { sql } from '../platform/db.ts';
import { ADDRESS } from './described-known.ts';
import type { Known } from './described-requests.ts';
import type { House } from './house.ts';

const insertSession = sql<{ id: string }>(
  'described.session',
  `insert into operator_session (token_hash, operator_id, created_at, last_used_at, factor_proven_at, address)
  select $1, id, now(), now(), now(), '127.0.0.1' from operator where username = $2 returning id`,
);
// As two owners would have made it.
const insertWebhook = sql<never>(
  'described.webhook',
  `insert into webhook_endpoint (name, url, events, enabled, created_at)
  values ('Ledger', 'https://hooks.example/', array['order.settled'], true, now())`,
);
/** Proposes; another approves. */
export type Operator = 'owner' | 'second' | typeof CLERK | typeof SPARE | typeof HELM;
/** Logs in by password alone. */
export const CLERK = 'clerk';
/** May be changed and disabled. */
export const SPARE = 'spare';
/** Sets passkeys. */
export const HELM = 'helm';
/** Was mailed a link for a password, and has none yet. */
export const MATE = { username: 'mate', email: 'mate@quay.example' } as const;

/** A session of an operator, with a fresh second factor where they have one. */
export async function openOperator({ db }: Pick<House, 'db'>, username: Operator): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.run(insertSession, [hash('sha256', token, 'hex'), username]);
  return token;
}

/**
 * Establishes two owners (RULES 8), and makes a clerk and others, who have the first one's password but {@link MATE}, and
 * a webhook.
 * @param codeOf what an authenticator shows
 * @returns the spare one's id
 */
export async function establishOwners(house: House, codeOf: (secret: string) => string): Promise<number> {
  const { operatorPassword: password } = house;
  const owner = await openOperator(house, 'owner');
  for (const username of [CLERK, HELM])
    await house.operate('POST', '/operators', owner, { username, password, role: 'viewer' });
  await house.operate('POST', '/operators', owner, { ...MATE, role: 'viewer' });
  const spare = await house.operate('POST', '/operators', owner, { username: SPARE, password, role: 'viewer' });
  await house.operate('POST', '/operators', owner, { username: 'second', password, role: 'owner' });
  for (const token of [owner, await openOperator(house, 'second')]) {
    const { secret } = await house.operate('POST', '/operators/me/totp', token, { password });
    const code = codeOf(String(secret));
    await house.operate('POST', '/operators/me/totp', token, { password, code });
  }
  await house.db.run(insertWebhook);
  return Number(spare['id']);
}

/** What is known by a path of the console alone. */
export function knownToOwners(
  { operatorPassword }: Pick<House, 'operatorPassword'>,
  spare: number,
): Record<string, Known> {
  const password = [operatorPassword];
  return {
    '/session': { username: [CLERK], password },
    '/operators/me/totp': { password },
    '/operators/me/passkeys/begin': { password },
    '/operators/me/password': { password },
    '/operators/{id}': { id: [spare] },
    '/operators/{id}/reset': { id: [spare] },
    '/networks': { c_id: [1], pay_type: [1], coin_net: ['Pier chain'], address: [ADDRESS] },
    '/option-terms': { seconds: [45, 50, 55], min: ['10'], max: ['2000'], rate: ['0.9'] },
  };
}
