import type { Role } from '@plimsoll/contract/operator';
import { sql, type Query, type Tx } from '../../platform/db.ts';

/** An operator as the database has it. */
export interface OperatorRow {
  readonly id: string;
  readonly username: string;
  readonly password_hash: string;
  readonly role: Role;
  readonly totp_secret: Buffer | null;
  readonly totp_confirmed_at: Date | null;
  readonly enabled: boolean;
  readonly created_at: Date;
  readonly last_seen_at: Date | null;
}

const COLUMNS = 'id, username, password_hash, role, totp_secret, totp_confirmed_at, enabled, created_at, last_seen_at';

const byName = sql<OperatorRow>('operators.byName', `select ${COLUMNS} from operator where username = $1`);
const byId = sql<OperatorRow>('operators.byId', `select ${COLUMNS} from operator where id = $1`);
const lockById = sql<OperatorRow>('operators.lock', `select ${COLUMNS} from operator where id = $1 for no key update`);
const lockWithOwners = sql<OperatorRow>(
  'operators.lockWithOwners', `select ${COLUMNS} from operator where id = $1 or (role = 'owner' and enabled) order by id for no key update`,
);
const insert = sql<OperatorRow>('operators.insert', `
  insert into operator (username, password_hash, role, enabled, created_at) values ($1, $2, $3, $4, $5) on conflict (username) do nothing returning ${COLUMNS}`);
const takeStep = sql<{ id: string }>('operators.takeTotpStep', 'update operator set totp_step = $2 where id = $1 and totp_step < $2 returning id');
const keepSecret = sql<never>('operators.keepTotpSecret', 'update operator set totp_secret = $2, totp_confirmed_at = null where id = $1');
const confirmSecret = sql<never>('operators.confirmTotp', 'update operator set totp_confirmed_at = $2 where id = $1');
const replaceHash = sql<{ id: string }>('operators.replacePassword', 'update operator set password_hash = $3 where id = $1 and password_hash = $2 returning id');
const change = sql<OperatorRow>('operators.change', `
  update operator set password_hash = coalesce($2, password_hash), role = $3, enabled = $4,
    totp_secret = case when $5::boolean then null else totp_secret end, totp_confirmed_at = case when $5 then null else totp_confirmed_at end
  where id = $1 returning ${COLUMNS}`);
const seen = sql<never>('operators.seen', 'update operator set last_seen_at = $2 where id = $1');

const first = async <Row>(rows: Promise<Row[]>): Promise<Row | undefined> => (await rows)[0];

/** The operator of a name in small letters. */
export const operatorByName = (query: Query, username: string): Promise<OperatorRow | undefined> => first(query.run(byName, [username]));
/** The operator of an id. */
export const operatorById = (query: Query, id: string): Promise<OperatorRow | undefined> => first(query.run(byId, [id]));
/** The operator, whom nobody else changes until the transaction ends. */
export const lockOperator = (tx: Tx, id: string): Promise<OperatorRow | undefined> => first(tx.run(lockById, [id]));
/** The operator and every owner who can log in, locked in one order for all who do so. */
export const lockWithEnabledOwners = (tx: Tx, id: string): Promise<OperatorRow[]> => tx.run(lockWithOwners, [id]);

export interface NewOperator {
  readonly username: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly enabled: boolean;
}
/** Writes a new operator; undefined when the name is taken. */
export const insertOperator = (tx: Tx, { username, passwordHash, role, enabled }: NewOperator, at: Date): Promise<OperatorRow | undefined> =>
  first(tx.run(insert, [username, passwordHash, role, enabled, at]));

/** Takes a time step of the authenticator; false when it, or a later one, was taken. */
export const takeTotpStep = async (tx: Tx, id: string, step: number): Promise<boolean> => (await tx.run(takeStep, [id, step])).length > 0;
/** Keeps a sealed secret that no code was seen of yet. */
export const keepTotpSecret = async (tx: Tx, id: string, sealed: Buffer): Promise<void> => void (await tx.run(keepSecret, [id, sealed]));
/** From now on a code of the secret is asked for. */
export const confirmTotp = async (tx: Tx, id: string, at: Date): Promise<void> => void (await tx.run(confirmSecret, [id, at]));
/** Replaces the password that is known; false when it is another by now. */
export const replacePassword = async (tx: Tx, id: string, { from, to }: { readonly from: string; readonly to: string }): Promise<boolean> =>
  (await tx.run(replaceHash, [id, from, to])).length > 0;
/** Notes that the operator was here. */
export const wasSeen = async (tx: Tx, id: string, at: Date): Promise<void> => void (await tx.run(seen, [id, at]));

export interface OperatorChange {
  readonly passwordHash: string | null;
  readonly role: Role;
  readonly enabled: boolean;
  readonly forgetsTotp: boolean;
}
/** Writes what an owner changed of an operator. */
export const writeChange = (tx: Tx, id: string, { passwordHash, role, enabled, forgetsTotp }: OperatorChange): Promise<OperatorRow | undefined> =>
  first(tx.run(change, [id, passwordHash, role, enabled, forgetsTotp]));
