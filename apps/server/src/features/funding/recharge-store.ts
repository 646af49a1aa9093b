import { RECORD_STATUS } from '@plimsoll/contract';
import type { Amount } from '@plimsoll/money';
import type { Trace } from '../../ledger/index.ts';
import { amountOf, hex, id, type Id, smallint, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { StoredNames } from '../../platform/names.ts';
import type { OwnUpload } from '../uploads/index.ts';

/** In the database and on the wire. */
export type RecordStatus = 1 | 2 | 3;

/** A claimed deposit. */
export interface Claim {
  readonly memberId: Id<'member'>;
  readonly coinId: Id<'coin'>;
  readonly networkId: Id<'network'>;
  readonly address: string;
  readonly networkName: string;
  readonly claimed: Amount;
  readonly proof: OwnUpload;
}

const takeIds = sql<{ id: string }>(
  'funding.takeRechargeIds',
  `select nextval('recharge_id_seq') as id from generate_series(1, $1)`,
);

/** Ascending ids. */
export const takeRechargeIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await tx.run(takeIds, [count])).map(({ id }) => id);

const CLAIMS = rowsOf({
  id: id('recharge'),
  memberId: id('member'),
  coinId: id('coin'),
  networkId: id('network'),
  address: text,
  networkName: text,
  claimed: amountOf,
  proof: text,
  fileHash: hex,
  pixelsHash: hex,
});
const insertAll = sql<never>(
  'funding.insertRecharges',
  `insert into recharge (${CLAIMS.columns}, created_at) select t.*, $1::timestamptz from ${CLAIMS.unnest('t', 2)}`,
);

/** Under review, claimed at `at`. */
export async function insertRecharges(
  tx: Tx,
  rows: readonly (Claim & { readonly id: string })[],
  at: Date,
): Promise<void> {
  const claims = CLAIMS.arrays(rows, ({ proof, ...claim }) => ({
    ...claim,
    proof: proof.name,
    fileHash: proof.fileHash,
    pixelsHash: proof.pixelsHash,
  }));
  await tx.run(insertAll, [at, ...claims]);
}

const claimed = sql<object>(
  'funding.wasClaimed',
  'select from recharge where id = $1 and member_id = $2 and proof = $3',
);
/** Finds a claim once it is committed. */
export const claimTrace = ({ id, memberId, proof }: Claim & { readonly id: string }): Trace => ({
  statement: claimed,
  values: [id, memberId, proof.name],
});

export interface RechargeToDecide {
  readonly id: string;
  readonly member_id: string;
  readonly coin_id: string;
  readonly coin: string;
  readonly decimals: number;
  readonly claimed: string;
  readonly status: RecordStatus;
  readonly username: string;
}

const lock = sql<RechargeToDecide>(
  'funding.lockRecharges',
  `
  select r.id, r.member_id, r.coin_id, c.title as coin, c.decimals, r.claimed, r.status, m.username
  from recharge r join coin c on c.id = r.coin_id join member m on m.id = r.member_id
  where r.id = any($1::bigint[]) order by r.id for update of r`,
);

/** Until the transaction ends. */
export const lockRecharges = (tx: Tx, ids: readonly string[]): Promise<RechargeToDecide[]> => tx.run(lock, [ids]);

/** The decision on a deposit. */
export interface DecidedRecharge {
  readonly id: Id<'recharge'>;
  readonly status: 2 | 3;
  /** Null when refused. */
  readonly credited: Amount | null;
  /** In USDT, where one operator credits it; else null. */
  readonly aloneWorth: Amount | null;
  readonly by: Id<'operator'>;
  readonly remark: string;
}

const DECISIONS = rowsOf({
  id: id('recharge'),
  status: smallint,
  credited: amountOf.orNull(),
  by: id('operator'),
  remark: text,
  aloneWorth: amountOf.orNull(),
});
const decideAll = sql<never>(
  'funding.decideRecharges',
  `
  update recharge r
  set status = t.status, credited = t.credited, decided_by = t.by, decided_at = $1, remark = t.remark,
    alone_worth = t.alone_worth
  from ${DECISIONS.unnest('t', 2)} where r.id = t.id`,
);

/** Stores decisions made at `at`. */
export async function decideRecharges(tx: Tx, rows: readonly DecidedRecharge[], at: Date): Promise<void> {
  await tx.run(decideAll, [at, ...DECISIONS.arrays(rows)]);
}

/** A deposit in lists. */
export interface RechargeRow {
  readonly id: string;
  readonly coin: string;
  readonly claimed: string;
  readonly credited: string | null;
  readonly status: RecordStatus;
  readonly address: string;
  readonly network_name: string;
  readonly remark: string;
  readonly created_at: Date;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
}

const COLUMNS =
  'r.id, c.title as coin, r.claimed, r.credited, r.status, r.address, r.network_name, r.remark, r.created_at, r.decided_by, r.decided_at';
const refused = sql<object>(
  'funding.wasRefused',
  `select from recharge where id = $1 and status = ${RECORD_STATUS.refused} and decided_by = $2`,
);
/** Finds this operator's refusal once it is committed. */
export const refusalTrace = (id: string, by: string): Trace => ({ statement: refused, values: [id, by] });

/** A member's own. */
export interface OwnRechargeRow extends RechargeRow {
  /** The network's names in other languages; null when it is called something else by now. */
  readonly names: StoredNames | null;
}
const memberPage = (name: string, ofCoin: string) =>
  sql<OwnRechargeRow>(
    name,
    `
  select ${COLUMNS}, n.names
  from (select * from recharge where member_id = $1 and ${ofCoin} order by id desc limit $3 offset $4) r
  join coin c on c.id = r.coin_id
  left join coin_network n on n.id = r.network_id and n.name = r.network_name
  order by r.id desc`,
  );
// Two statements: each reads its own index in order.
const ofAll = memberPage('funding.recharges', '$2::bigint is null');
const ofCoin = memberPage('funding.rechargesOfCoin', 'coin_id = $2::bigint');

export interface Stretch {
  readonly memberId: string;
  readonly coinId: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first. */
export const readRecharges = (query: Query, { memberId, coinId, limit, offset }: Stretch): Promise<OwnRechargeRow[]> =>
  query.run(coinId === null ? ofAll : ofCoin, [memberId, coinId, limit, offset]);

/** With what operators compare. */
export interface ReviewedRechargeRow extends RechargeRow {
  readonly member_id: string;
  readonly username: string;
  readonly coin_id: string;
  readonly network_id: string;
  readonly proof: string;
  readonly duplicate_of: readonly string[];
}

/** Other deposits listed with the same proof. */
const MAX_DUPLICATES = 20;
const sameProof = (hash: 'file_hash' | 'pixels_hash') =>
  `(select d.id from recharge d where d.${hash} = r.${hash} and d.id <> r.id order by d.id limit ${MAX_DUPLICATES})`;
const reviewed = sql<ReviewedRechargeRow>(
  'funding.reviewedRecharges',
  `
  select ${COLUMNS}, r.member_id, m.username, r.coin_id, r.network_id, r.proof,
    array(${sameProof('file_hash')} union ${sameProof('pixels_hash')} order by 1 limit ${MAX_DUPLICATES}) as duplicate_of
  from recharge r join coin c on c.id = r.coin_id join member m on m.id = r.member_id where r.id = any($1::bigint[])`,
);

/** In no order. */
export const readReviewedRecharges = (query: Query, ids: readonly string[]): Promise<ReviewedRechargeRow[]> =>
  query.run(reviewed, [ids]);
