import type { Role } from '@plimsoll/contract/operator';
import { sql, type Query, type Tx } from '../../platform/db.ts';

/** An operator as stored. */
export interface OperatorRow {
  readonly id: string;
  readonly username: string;
  readonly password_hash: string;
  readonly role: Role;
  readonly totp_secret: Buffer | null;
  readonly totp_confirmed_at: Date | null;
  readonly passkeys: number;
  readonly enabled: boolean;
  readonly created_at: Date;
  readonly last_seen_at: Date | null;
  readonly email: string | null;
  readonly wrong_codes: number;
  /** When they are established; null without a factor. */
  readonly established_at: Date | null;
}

/** The number of an operator's passkeys, as a column. */
export const PASSKEYS = '(select count(*)::int from operator_passkey p where p.operator_id = operator.id) as passkeys';
const COLUMNS = `id, username, password_hash, role, totp_secret, totp_confirmed_at, enabled, created_at, last_seen_at, email, wrong_codes, ${PASSKEYS},
  operator_established_at(id) as established_at`;

const byName = sql<OperatorRow>('operators.byName', `select ${COLUMNS} from operator where username = $1`);
const byId = sql<OperatorRow>('operators.byId', `select ${COLUMNS} from operator where id = $1`);
const lockById = sql<OperatorRow>('operators.lock', `select ${COLUMNS} from operator where id = $1 for no key update`);
const lockWithOwners = sql<OperatorRow>(
  'operators.lockWithOwners',
  `select ${COLUMNS} from operator where id = $1 or (role = 'owner' and enabled) order by id for no key update`,
);
const insert = sql<OperatorRow>(
  'operators.insert',
  `
  insert into operator (username, password_hash, role, enabled, created_at, email) values ($1, $2, $3, $4, $5, $6) on conflict (username) do nothing returning ${COLUMNS}`,
);
const takeStep = sql<{ id: string }>(
  'operators.takeTotpStep',
  'update operator set totp_step = $2 where id = $1 and totp_step < $2 returning id',
);
const keepSecret = sql<never>(
  'operators.keepTotpSecret',
  'update operator set totp_secret = $2, totp_confirmed_at = null where id = $1',
);
const confirmSecret = sql<never>('operators.confirmTotp', 'update operator set totp_confirmed_at = $2 where id = $1');
const replaceHash = sql<{ id: string }>(
  'operators.replacePassword',
  'update operator set password_hash = $3 where id = $1 and password_hash = $2 returning id',
);
const change = sql<OperatorRow>(
  'operators.change',
  `update operator set role = $2, enabled = $3, email = $4 where id = $1 returning ${COLUMNS}`,
);
const reset = sql<OperatorRow>(
  'operators.reset',
  `
  update operator set password_hash = $2, totp_secret = null, totp_confirmed_at = null, wrong_codes = 0, reset_at = $3 where id = $1 returning ${COLUMNS}`,
);
const choose = sql<never>('operators.choosePassword', 'update operator set password_hash = $2 where id = $1');
const link = sql<never>(
  'operators.link',
  'insert into operator_link (operator_id, by_id, what, at) select $1, by_id, $3, $4 from unnest($2::bigint[]) as by_id',
);
const fewOwners = sql<{ few: boolean }>(
  'operators.fewOwners',
  `select count(*) < 2 as few from operator where role = 'owner' and enabled`,
);
const seen = sql<never>('operators.seen', 'update operator set last_seen_at = $2 where id = $1');

const first = async <Row>(rows: Promise<Row[]>): Promise<Row | undefined> => (await rows)[0];

/** The operator of a lower-case name. */
export const operatorByName = (query: Query, username: string): Promise<OperatorRow | undefined> =>
  first(query.run(byName, [username]));
/** The operator of an id. */
export const operatorById = (query: Query, id: string): Promise<OperatorRow | undefined> =>
  first(query.run(byId, [id]));
/** The operator, locked until the transaction ends. */
export const lockOperator = (tx: Tx, id: string): Promise<OperatorRow | undefined> => first(tx.run(lockById, [id]));
/** The operator and every enabled owner, locked in order of id. */
export const lockWithEnabledOwners = (tx: Tx, id: string): Promise<OperatorRow[]> => tx.run(lockWithOwners, [id]);

export interface NewOperator {
  readonly username: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly enabled: boolean;
  readonly email?: string | null;
}
/** Inserts an operator; undefined when the name is used. */
export const insertOperator = (
  tx: Tx,
  { username, passwordHash, role, enabled, email = null }: NewOperator,
  at: Date,
): Promise<OperatorRow | undefined> => first(tx.run(insert, [username, passwordHash, role, enabled, at, email]));

/** Consumes a time step; false when it or a later one was. */
export const takeTotpStep = async (tx: Tx, id: string, step: number): Promise<boolean> =>
  (await tx.run(takeStep, [id, step])).length > 0;
/** Stores a sealed secret that no code has confirmed yet. */
export const keepTotpSecret = async (tx: Tx, id: string, sealed: Buffer): Promise<void> =>
  void (await tx.run(keepSecret, [id, sealed]));
/** Codes are asked for from now on. */
export const confirmTotp = async (tx: Tx, id: string, at: Date): Promise<void> =>
  void (await tx.run(confirmSecret, [id, at]));
/** Replaces a password hash; false when it is no longer `from`. */
export const replacePassword = async (
  tx: Tx,
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> => (await tx.run(replaceHash, [id, from, to])).length > 0;
/** Records that the operator was active. */
export const wasSeen = async (tx: Tx, id: string, at: Date): Promise<void> => void (await tx.run(seen, [id, at]));

export interface OperatorChange {
  readonly role: Role;
  readonly enabled: boolean;
  readonly email: string | null;
}
/** Writes role, access and e-mail. */
export const writeChange = (
  tx: Tx,
  id: string,
  { role, enabled, email }: OperatorChange,
): Promise<OperatorRow | undefined> => first(tx.run(change, [id, role, enabled, email]));
/** Removes an operator's password and authenticator. */
export const writeReset = (tx: Tx, id: string, passwordHash: string, at: Date): Promise<OperatorRow | undefined> =>
  first(tx.run(reset, [id, passwordHash, at]));
/** Writes a password chosen by a link. */
export const choosePassword = async (tx: Tx, id: string, passwordHash: string): Promise<void> =>
  void (await tx.run(choose, [id, passwordHash]));
/** Records who created, reset or promoted an operator: they are no two for a while (RULES 8). */
export const linkOperators = async (
  tx: Tx,
  id: string,
  what: 'create' | 'change' | 'reset',
  by: readonly (string | undefined)[],
  at: Date,
): Promise<void> => void (await tx.run(link, [id, [...new Set(by.filter((each) => each !== undefined))], what, at]));
/** True while fewer than two owners can log in. */
export const areOwnersFew = async (query: Query): Promise<boolean> => (await query.run(fewOwners))[0]?.few === true;
