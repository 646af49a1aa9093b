import type { StakingProjectItem } from '@plimsoll/contract/operator';
import { amount, format, placesUsed, rate } from '@plimsoll/money';
import { decimal, int } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Tx } from '../../platform/db.ts';
import { oneRow, refuseField, type CrudResource } from '../../platform/crud/index.ts';
import { coinOf } from './store.ts';

interface InfoRow {
  id: number;
  days: number;
  interest_rate: string;
  min_amount: string;
}
interface StakingRow {
  id: string;
  c_id: string;
  coin: string;
  type: 1 | 2;
  image: string;
  staking_info: readonly InfoRow[];
  enabled: boolean;
  sort: number;
}

const insert = sql<{ id: string }>(
  'products.insertStaking',
  `
  insert into staking_project (coin_id, type, image, enabled, sort, changed_at) values ($1, $2, $3, $4, $5, $6) returning id`,
);
const update = sql<never>(
  'products.updateStaking',
  `
  update staking_project set coin_id = $1, type = $2, image = $3, enabled = $4, sort = $5, changed_at = $6 where id = $7`,
);
const INFOS = rowsOf({ days: int, interestRate: decimal, minAmount: decimal });
const withdrawOthers = sql<never>(
  'products.offerNoMore',
  `
  update staking_info i set offered = false
  where i.project_id = $1 and i.offered and not exists (
    select from ${INFOS.unnest('t', 4)}
    where i.coin_id = $2 and i.type = $3 and i.days = t.days and i.interest_rate = t.interest_rate
      and i.min_amount = t.min_amount)`,
);
// What was said before is said again under its own id.
const offer = sql<never>(
  'products.offer',
  `
  insert into staking_info (project_id, coin_id, type, ${INFOS.columns}, created_at)
  select $1, $2, $3, t.*, $${4 + INFOS.width} from ${INFOS.unnest('t', 4)}
  on conflict on constraint offered_once do update set offered = true`,
);

const written = (project: StakingProjectItem, atMs: number): unknown[] => [
  project.c_id,
  project.type,
  project.img,
  project.enabled === 1,
  project.sort,
  new Date(atMs),
];

async function offerInfos(
  tx: Tx,
  id: string,
  { c_id, type, staking_info }: StakingProjectItem,
  atMs: number,
): Promise<void> {
  const offered = [
    id,
    c_id,
    type,
    ...INFOS.arrays(staking_info, ({ days, interest_rate, min_price }) => ({
      days,
      interestRate: interest_rate,
      minAmount: min_price,
    })),
  ];
  await tx.run(withdrawOthers, offered);
  await tx.run(offer, [...offered, new Date(atMs)]);
}

/**
 * Staking as it is offered (RULES 6). A duration's terms are never rewritten: another rate is another info, and stakes
 * keep the one they have.
 */
export const stakingResource: CrudResource<StakingProjectItem> = {
  resource: 'staking-projects',
  table: 'staking_project',
  // Decimals as text: JSON's numbers would be floats.
  rows: `select p.id, c.title as name, p.coin_id as c_id, c.title as coin, p.type, p.image, p.enabled, p.sort, coalesce((
      select json_agg(json_build_object('id', i.id, 'days', i.days, 'interest_rate', i.interest_rate::text, 'min_amount', i.min_amount::text) order by i.days)
      from staking_info i where i.project_id = p.id and i.offered), '[]') as staking_info
    from staking_project p join coin c on c.id = p.coin_id`,
  sorted: true,
  item: (row: StakingRow): StakingProjectItem => ({
    // not money: ids, numbers on the wire
    id: Number(row.id),
    c_id: Number(row.c_id),
    coin: row.coin,
    type: row.type,
    img: row.image,
    staking_info: row.staking_info.map(({ id, days, interest_rate, min_amount }) => ({
      id,
      days,
      interest_rate: format(rate(interest_rate)),
      min_price: format(amount(min_amount)),
    })),
    enabled: row.enabled ? 1 : 0,
    sort: row.sort,
  }),
  blank: { id: 0, c_id: 0, coin: '', type: 1, img: '', staking_info: [], enabled: 1, sort: 0 },

  async judge(tx, project, before) {
    const coin = await coinOf(tx, project.c_id);
    if (!coin) return refuseField('unknown_coin', 'c_id');
    if (project.staking_info.some((each) => placesUsed(amount(each.min_price)) > coin.decimals))
      return refuseField('bad_amount', 'staking_info');
    const ids = new Map((before?.staking_info ?? []).map(({ id, ...terms }) => [JSON.stringify(terms), id]));
    const staking_info = project.staking_info.map(({ days, interest_rate, min_price }) => {
      const terms = { days, interest_rate, min_price };
      return { id: ids.get(JSON.stringify(terms)) ?? 0, ...terms };
    });
    return { ok: true, value: { ...project, coin: coin.title, staking_info } };
  },
  async insert(tx, project, atMs) {
    const { id } = await oneRow(tx, insert, written(project, atMs));
    await offerInfos(tx, id, project, atMs);
    return id;
  },
  async update(tx, project, _before, atMs) {
    await tx.run(update, [...written(project, atMs), project.id]);
    await offerInfos(tx, String(project.id), project, atMs);
    return { ok: true, value: null };
  },
};
