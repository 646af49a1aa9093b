import { hash, randomBytes } from 'node:crypto';
import type { KnownDevice } from '@plimsoll/contract';
import { DEVICE_TRUST_DAYS } from '@plimsoll/contract/figures';
import { coarseAddress } from '../../platform/coarse-address.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import { deviceWords } from '../../platform/device-words.ts';
import type { ClientInfo } from './sign-ins.ts';

const DEVICE_LIFE_MS = DEVICE_TRUST_DAYS * 24 * 60 * 60_000;
/** Of one member; the oldest are removed first. */
const MAX_DEVICES = 20;
/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const hashOf = (token: string): string => hash('sha256', token, 'hex');

const insert = sql<{ id: string }>(
  'security.insertDevice',
  `
  insert into known_device (member_id, token_hash, browser, system, address, created_at, last_used_at, expires_at) values ($1, $2, $3, $4, $5, $6, $6, $7) returning id`,
);
const trim = sql<never>(
  'security.trimDevices',
  `
  delete from known_device where member_id = $1 and id < (select id from known_device where member_id = $1 order by id desc offset ${MAX_DEVICES - 1} limit 1)`,
);
/** Makes a browser known: its id, and the token that it stores. */
export async function addDevice(
  tx: Tx,
  memberId: string,
  { address, agent }: ClientInfo,
  nowMs: number,
): Promise<{ readonly id: string; readonly token: string }> {
  const token = randomBytes(32).toString('base64url');
  const { browser, system } = deviceWords(agent);
  const [row] = await tx.run(insert, [
    memberId,
    hashOf(token),
    browser,
    system,
    coarseAddress(address),
    new Date(nowMs),
    new Date(nowMs + DEVICE_LIFE_MS),
  ]);
  await tx.run(trim, [memberId]);
  return { id: row?.id ?? '', token };
}

const use = sql<{ id: string }>(
  'security.useDevice',
  'update known_device set last_used_at = $3 where member_id = $1 and token_hash = $2 and expires_at > $3 returning id',
);
/** The id of the known browser with this token; undefined when it is none. */
export const usedDevice = async (
  query: Query,
  memberId: string,
  token: string,
  nowMs: number,
): Promise<string | undefined> =>
  TOKEN.test(token) ? (await query.run(use, [memberId, hashOf(token), new Date(nowMs)]))[0]?.id : undefined;

interface Row {
  id: string;
  is_current: boolean;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  browser: string;
  system: string;
  address: string;
}
const list = sql<Row>(
  'security.devices',
  `
  select d.id, s.token_hash is not null as is_current, d.created_at, d.last_used_at, d.expires_at, d.browser, d.system, d.address
  from known_device d left join session s on s.device_id = d.id and s.token_hash = $2
  where d.member_id = $1 and d.expires_at > $3 order by d.id desc limit $4 offset $5`,
);
/** A page of a member's known browsers, newest first. */
export async function listDevices(
  query: Query,
  { memberId, sessionHash }: { readonly memberId: string; readonly sessionHash: string },
  { page, limit }: { readonly page: number; readonly limit: number },
  nowMs: number,
): Promise<KnownDevice[]> {
  const rows = await query.run(list, [memberId, sessionHash, new Date(nowMs), limit, (page - 1) * limit]);
  return rows.map((row) => ({
    // not money: an id, a number on the wire
    id: Number(row.id),
    current: row.is_current ? 1 : 0,
    addtime: row.created_at.toISOString(),
    last_used: row.last_used_at.toISOString(),
    expires: row.expires_at.toISOString(),
    browser: row.browser,
    system: row.system,
    address: row.address,
  }));
}

const forget = sql<{ id: string }>(
  'security.forgetDevice',
  'delete from known_device where member_id = $1 and id = $2 returning id',
);
/** Removes one known browser; false when it is not the member's. */
export const forgetDevice = async (query: Query, memberId: string, id: string): Promise<boolean> =>
  (await query.run(forget, [memberId, id])).length === 1;
const forgetAll = sql<never>(
  'security.forgetDevices',
  `
  delete from known_device where member_id = $1 and id is distinct from (select device_id from session where token_hash = $2)`,
);
/** Removes a member's known browsers, except that of the session `kept`. */
export const forgetDevices = async (tx: Tx, memberId: string, kept?: string): Promise<void> =>
  void (await tx.run(forgetAll, [memberId, kept ?? null]));

const removeOld = sql<never>('security.removeOldDevices', 'delete from known_device where expires_at <= $1');
/** Removes expired ones. */
export const removeOldDevices = async (query: Query, nowMs: number): Promise<void> =>
  void (await query.run(removeOld, [new Date(nowMs)]));
