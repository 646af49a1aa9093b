import { hash, randomBytes } from 'node:crypto';
import type { Role } from '@plimsoll/contract/operator';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Db, type Query } from '../../platform/db.ts';
import type { OperatorIdentity } from '../../platform/http/index.ts';

const MINUTE_MS = 60_000;
/** A session ends when unused for so long, … */
const UNUSED_FOR_MS = 30 * MINUTE_MS;
/** … and at this age in any case. */
const SESSION_MAX_MS = 12 * 60 * MINUTE_MS;
/** How long a second factor counts as fresh. */
const FRESH_FOR_MS = 5 * MINUTE_MS;
const WRITE_USE_EVERY_MS = MINUTE_MS;
/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const insert = sql<never>(
  'operators.insertSession',
  'insert into operator_session (token_hash, operator_id, created_at, last_used_at, factor_proven_at, address) values ($1, $2, $3, $3, $4, $5)',
);
const find = sql<{
  operator_id: string;
  username: string;
  role: Role;
  last_used_at: Date;
  factor_proven_at: Date | null;
  has_factor: boolean;
}>(
  'operators.findSession',
  `
  select s.operator_id, o.username, o.role, s.last_used_at, s.factor_proven_at, o.totp_confirmed_at is not null or exists (select from operator_passkey p where p.operator_id = o.id) as has_factor from operator_session s join operator o on o.id = s.operator_id
  where s.token_hash = $1 and s.last_used_at > $2 and s.created_at > $3 and o.enabled`,
);
// Locks the operator first, as ending sessions does, to avoid a deadlock.
const touch = sql<never>(
  'operators.touchSession',
  `
  with whose as materialized (
    select o.id from operator_session s join operator o on o.id = s.operator_id where s.token_hash = $1 for no key update of o
  ), used as (
    update operator_session s set last_used_at = $2 from whose where s.token_hash = $1 and s.operator_id = whose.id and s.last_used_at < $2 returning operator_id
  )
  update operator o set last_seen_at = $2 from used where o.id = used.operator_id`,
);
const prove = sql<never>(
  'operators.proveFactor',
  'update operator_session set factor_proven_at = $2 where token_hash = $1',
);
const ofOperator = sql<{ id: string; token_hash: string; created_at: Date; last_used_at: Date; address: string }>(
  'operators.ownSessions',
  `
  select id, token_hash, created_at, last_used_at, address from operator_session where operator_id = $1 and last_used_at > $2 and created_at > $3 order by last_used_at desc, id desc`,
);
const removeOne = sql<{ id: string }>(
  'operators.removeOwnSession',
  'delete from operator_session where operator_id = $1 and id = $2 and token_hash <> $3 returning id',
);
const remove = sql<never>('operators.removeSession', 'delete from operator_session where token_hash = $1');
const removeOthers = sql<{ id: string }>(
  'operators.removeSessions',
  'delete from operator_session where operator_id = $1 and token_hash is distinct from $2 returning id',
);
const removeOld = sql<never>(
  'operators.removeOldSessions',
  'delete from operator_session where last_used_at <= $1 or created_at <= $2',
);

const lifeAt = (nowMs: number): readonly [unusedSince: Date, openedAt: Date] => [
  new Date(nowMs - UNUSED_FOR_MS),
  new Date(nowMs - SESSION_MAX_MS),
];

/**
 * Sessions of the console: 256-bit tokens, stored as SHA-256. Each request asks the database, so that an end holds
 * everywhere at once.
 */
export class OperatorSessions {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #mode: 'demo' | 'live';

  constructor(db: Db, clock: Clock, mode: 'demo' | 'live') {
    this.#db = db;
    this.#clock = clock;
    this.#mode = mode;
  }

  /** Opens a session and returns its token; removes expired sessions. */
  async open(
    operatorId: string,
    { address, withFactor }: { readonly address: string; readonly withFactor: boolean },
    tx: Query,
  ): Promise<string> {
    const nowMs = this.#clock.nowMs();
    const token = randomBytes(32).toString('base64url');
    await tx.run(removeOld, lifeAt(nowMs));
    await tx.run(insert, [
      hash('sha256', token, 'hex'),
      operatorId,
      new Date(nowMs),
      withFactor ? new Date(nowMs) : null,
      address,
    ]);
    return token;
  }

  /** The operator of a token; undefined when it is not valid. */
  async find(token: string | undefined): Promise<OperatorIdentity | undefined> {
    if (token === undefined || !TOKEN.test(token)) return undefined;
    const sessionHash = hash('sha256', token, 'hex');
    const nowMs = this.#clock.nowMs();
    const [row] = await this.#db.run(find, [sessionHash, ...lifeAt(nowMs)]);
    if (!row) return undefined;
    if (nowMs - row.last_used_at.getTime() >= WRITE_USE_EVERY_MS)
      await this.#db.run(touch, [sessionHash, new Date(nowMs)]);
    const lack = !row.has_factor
      ? this.#mode === 'live'
        ? ('factor_missing' as const)
        : undefined
      : nowMs - (row.factor_proven_at?.getTime() ?? 0) > FRESH_FOR_MS
        ? ('factor_needed' as const)
        : undefined;
    return {
      operatorId: row.operator_id,
      username: row.username,
      role: row.role,
      sessionHash,
      ...(lack ? { lack } : {}),
    };
  }

  /** Ends one session. */
  async end(sessionHash: string, tx: Query): Promise<void> {
    await tx.run(remove, [sessionHash]);
  }

  /** Records that a second factor was given in this session now. */
  async proved(sessionHash: string, tx: Query): Promise<void> {
    await tx.run(prove, [sessionHash, new Date(this.#clock.nowMs())]);
  }

  /** An operator's sessions, the last used first. */
  async list(
    operatorId: string,
    own: string,
  ): Promise<{ id: string; openedAt: Date; usedAt: Date; address: string; isOwn: boolean }[]> {
    const rows = await this.#db.run(ofOperator, [operatorId, ...lifeAt(this.#clock.nowMs())]);
    return rows.map((row) => ({
      id: row.id,
      openedAt: row.created_at,
      usedAt: row.last_used_at,
      address: row.address,
      isOwn: row.token_hash === own,
    }));
  }

  /** Ends another session of the same operator. @returns 1 or 0 */
  async endOther(operatorId: string, id: string, own: string, tx: Query): Promise<number> {
    return (await tx.run(removeOne, [operatorId, id, own])).length;
  }

  /** Ends every session of an operator except `kept`. @returns how many */
  async endAll(operatorId: string, tx: Query, kept?: string): Promise<number> {
    return (await tx.run(removeOthers, [operatorId, kept ?? null])).length;
  }
}
