import type { IdentityStatus } from '@plimsoll/contract';
import { sql, type Query, type Tx } from '../../platform/db.ts';

/** Certified or refused. */
type Decided = 2 | 3;

const lockMember = sql<{ identity_status: IdentityStatus; frozen: boolean }>(
  'identity.lockApplicant',
  'select identity_status, frozen from member where id = $1 for no key update',
);
/** A member's status, locked until the transaction ends. */
export const lockApplicant = async (tx: Tx, memberId: string) => (await tx.run(lockMember, [memberId]))[0];

const insert = sql<never>(
  'identity.insert',
  `
  insert into identity_application (id, member_id, real_name, front_card, back_card, created_at) values (nextval('identity_application_id_seq'), $1, $2, $3, $4, $5)`,
);
/** Inserts an application; a trigger sets the member's status. */
export async function insertApplication(
  tx: Tx,
  {
    memberId,
    realName,
    front,
    back,
    at,
  }: {
    readonly memberId: string;
    readonly realName: string;
    readonly front: string;
    readonly back: string;
    readonly at: Date;
  },
): Promise<void> {
  await tx.run(insert, [memberId, realName, front, back, at]);
}

const newest = sql<{ readonly identity_status: IdentityStatus } & (ApplicationRow | { readonly id: null })>(
  'identity.newest',
  `
  select m.identity_status, a.id, a.real_name, a.front_card, a.back_card, a.status, a.remark, a.created_at, a.decided_at
  from member m left join lateral (select * from identity_application where member_id = m.id order by id desc limit 1) a on true where m.id = $1`,
);

export interface ApplicationRow {
  readonly id: string;
  readonly real_name: string;
  readonly front_card: string;
  readonly back_card: string;
  readonly status: 1 | Decided;
  readonly remark: string;
  readonly created_at: Date;
  readonly decided_at: Date | null;
}
/** A member's status and newest application, whose id is null without one. */
export const readNewest = async (query: Query, memberId: string) => (await query.run(newest, [memberId]))[0];

const lock = sql<{ id: string; member_id: string; status: 1 | Decided }>(
  'identity.lock',
  'select id, member_id, status from identity_application where id = $1 for update',
);
/** An application, locked until the transaction ends. */
export const lockApplication = async (tx: Tx, id: string) => (await tx.run(lock, [id]))[0];

const decide = sql<never>(
  'identity.decide',
  'update identity_application set status = $2, decided_by = $3, decided_at = $4, remark = $5 where id = $1',
);
/** Writes a decision; a trigger sets the member's status. */
export async function decideApplication(
  tx: Tx,
  {
    id,
    status,
    by,
    at,
    remark,
  }: { readonly id: string; readonly status: Decided; readonly by: string; readonly at: Date; readonly remark: string },
): Promise<void> {
  await tx.run(decide, [id, status, by, at, remark]);
}
