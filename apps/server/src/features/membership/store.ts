import { sql, type Query, type Tx } from '../../platform/db.ts';

/** A member without secrets. */
export interface Member {
  readonly id: string;
  /** The lower-case e-mail, or the phone number registered with. */
  readonly username: string;
  readonly vip: number;
  readonly creditScore: number;
  readonly identityStatus: 0 | 1 | 2 | 3;
  readonly hasPayPassword: boolean;
  /** Chosen with setLang; null before. */
  readonly lang: string | null;
  readonly inviteCode: string;
  readonly frozen: boolean;
}

interface Row {
  id: string;
  username: string;
  vip: number;
  credit_score: number;
  identity_status: Member['identityStatus'];
  has_pay_password: boolean;
  lang: string | null;
  invite_code: string;
  frozen: boolean;
}

const COLUMNS =
  'id, username, vip, credit_score, identity_status, pay_password_hash is not null as has_pay_password, lang, invite_code, frozen';
const byId = sql<Row>('membership.byId', `select ${COLUMNS} from member where id = $1`);
const byUsername = sql<Row>('membership.byUsername', `select ${COLUMNS} from member where username = $1`);
const credentials = sql<{ id: string; password_hash: string; frozen: boolean }>(
  'membership.credentials',
  'select id, password_hash, frozen from member where username = $1',
);
const byInvitation = sql<{ id: string }>('membership.byInvitation', 'select id from member where invite_code = $1');
const insert = sql<{ id: string }>(
  'membership.insert',
  `insert into member (username, email, phone, password_hash, pay_password_hash, invite_code, invited_by, created_at, email_proven_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, case when $9::boolean then $8::timestamptz end) on conflict do nothing returning id`,
);
const updateLang = sql<never>('membership.updateLang', 'update member set lang = $2 where id = $1');

const memberOf = (row: Row | undefined): Member | undefined =>
  row && {
    id: row.id,
    username: row.username,
    vip: row.vip,
    creditScore: row.credit_score,
    identityStatus: row.identity_status,
    hasPayPassword: row.has_pay_password,
    lang: row.lang,
    inviteCode: row.invite_code,
    frozen: row.frozen,
  };

/** The member of an id. */
export const memberById = async (db: Query, id: string): Promise<Member | undefined> =>
  memberOf((await db.run(byId, [id]))[0]);
/** The member of an exact username. */
export const memberByUsername = async (db: Query, username: string): Promise<Member | undefined> =>
  memberOf((await db.run(byUsername, [username]))[0]);

const taken = sql<object>(
  'membership.isTaken',
  'select from member where (username = $1 or email = $1) and id is distinct from $2 limit 1',
);
/** True when another member than `memberId` has this username or e-mail address. */
export const isTaken = async (query: Query, name: string, memberId: string | null = null): Promise<boolean> =>
  (await query.run(taken, [name, memberId])).length > 0;

export interface Credentials {
  readonly id: string;
  readonly passwordHash: string;
  readonly frozen: boolean;
}
/** What a login is checked against. */
export async function credentialsOf(db: Query, username: string): Promise<Credentials | undefined> {
  const [row] = await db.run(credentials, [username]);
  return row && { id: row.id, passwordHash: row.password_hash, frozen: row.frozen };
}

const hasPassword = sql<{ id: string }>(
  'membership.hasPassword',
  'select id from member where id = $1 and password_hash = $2 for share',
);
/** True while this is the member's password; locked until the transaction ends. */
export const stillHasPassword = async (tx: Tx, memberId: string, passwordHash: string): Promise<boolean> =>
  (await tx.run(hasPassword, [memberId, passwordHash])).length === 1;

const replaceHash = sql<{ id: string }>(
  'membership.replacePassword',
  `
  update member set password_hash = $3, password_changed_at = $4
  where id = $1 and password_hash = $2 and pay_password_hash is not distinct from $5 returning id`,
);
/** Replaces a password hash; false when it is no longer `from`, or the payment password's no longer `payHash`. */
export const replacePassword = async (
  tx: Tx,
  memberId: string,
  { from, to, payHash, atMs }: { from: string; to: string; payHash: string | null; atMs: number },
): Promise<boolean> => (await tx.run(replaceHash, [memberId, from, to, new Date(atMs), payHash])).length === 1;

const setHash = sql<never>(
  'membership.setPassword',
  'update member set password_hash = $2, password_changed_at = $3 where id = $1',
);
/** Sets the login password. */
export const setPassword = async (tx: Tx, memberId: string, hash: string, atMs: number): Promise<void> =>
  void (await tx.run(setHash, [memberId, hash, new Date(atMs)]));

const provenByLink = sql<never>(
  'membership.provenByLink',
  'update member set email_proven_at = coalesce(email_proven_at, $2) where id = $1 and email is not null',
);
/** A mailed link that was followed proves the address. */
export const provenEmailByLink = async (tx: Tx, memberId: string, atMs: number): Promise<void> =>
  void (await tx.run(provenByLink, [memberId, new Date(atMs)]));

const setPayHash = sql<never>(
  'membership.setPayPassword',
  'update member set pay_password_hash = $2, pay_password_changed_at = $3 where id = $1',
);
/** Sets the payment password. */
export const setPayPassword = async (tx: Tx, memberId: string, hash: string, atMs: number): Promise<void> =>
  void (await tx.run(setPayHash, [memberId, hash, new Date(atMs)]));

/** The member of an invitation code. */
export const inviterOf = async (db: Query, code: string): Promise<string | undefined> =>
  (await db.run(byInvitation, [code]))[0]?.id;

export interface NewMember {
  readonly username: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly passwordHash: string;
  readonly payPasswordHash: string | null;
  readonly inviteCode: string;
  readonly invitedBy: string | null;
  readonly createdAtMs: number;
  readonly isEmailProven: boolean;
}
/** The new id; undefined when the username or code is used. */
export async function insertMember(db: Query, member: NewMember): Promise<string | undefined> {
  const [row] = await db.run(insert, [
    member.username,
    member.email,
    member.phone,
    member.passwordHash,
    member.payPasswordHash,
    member.inviteCode,
    member.invitedBy,
    new Date(member.createdAtMs),
    member.isEmailProven,
  ]);
  return row?.id;
}

/** Stores a member's language. */
export const storeLanguage = async (db: Query, memberId: string, lang: string): Promise<void> => {
  await db.run(updateLang, [memberId, lang]);
};
