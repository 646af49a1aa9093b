import { PAY_TYPE } from '@plimsoll/contract/codes/payouts';
import type { NetworkItem } from '@plimsoll/contract/operator';
import { sql } from '../../platform/db.ts';
import { namesOf, namesToWrite, writtenNames, type StoredNames } from '../../platform/names.ts';
import { oneRow, refuseField, type CrudResource } from '../../platform/crud/index.ts';
import { isAddressOf, kindOfNetwork } from './address-kind.ts';

interface NetworkRow {
  id: string;
  c_id: string;
  coin: string;
  pay_type: 1 | 2 | 3;
  coin_net: string;
  names: StoredNames | null;
  pay_img: string;
  address: string;
  bank_name: string;
  account_name: string;
  account_number: string;
  enabled: boolean;
  sort: number;
}

const coinOf = sql<{ title: string }>('payouts.coinOfNetwork', 'select title from coin where id = $1');
const insert = sql<{ id: string }>(
  'payouts.insertNetwork',
  `
  insert into coin_network (method, name, address_kind, image, address, bank_name, account_name, account_number, enabled, sort, names, coin_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
);
const update = sql<never>(
  'payouts.updateNetwork',
  `
  update coin_network set method = $1, name = $2, address_kind = $3, image = $4, address = $5, bank_name = $6, account_name = $7, account_number = $8,
    enabled = $9, sort = $10, names = coalesce($11, names)
  where id = $12`,
);

const kindOf = ({ pay_type, coin_net }: NetworkItem) => (pay_type === PAY_TYPE.bank ? 'bank' : kindOfNetwork(coin_net));
const written = (network: NetworkItem, before: NetworkItem | undefined): unknown[] => [
  network.pay_type,
  network.coin_net,
  kindOf(network),
  network.pay_img,
  network.address,
  network.bank_name,
  network.account_name,
  network.account_number,
  network.enabled === 1,
  network.sort,
  writtenNames(network.names, before?.names ?? []),
];

/** Networks of coins (RULES 5). Deposits keep their copy of the address; a change applies to new ones. */
export const networkResource: CrudResource<NetworkItem> = {
  resource: 'networks',
  table: 'coin_network',
  rows: `select n.id, n.coin_id as c_id, c.title as coin, c.title || ' ' || n.name as name, n.method as pay_type, n.name as coin_net, n.names, n.image as pay_img, n.address, n.bank_name, n.account_name,
      n.account_number, n.enabled, n.sort
    from coin_network n join coin c on c.id = n.coin_id`,
  sorted: true,
  item: (row: NetworkRow): NetworkItem => ({
    // not money: ids, numbers on the wire
    id: Number(row.id),
    c_id: Number(row.c_id),
    coin: row.coin,
    pay_type: row.pay_type,
    coin_net: row.coin_net,
    names: namesOf(row.names),
    pay_img: row.pay_img,
    address: row.address,
    bank_name: row.bank_name,
    account_name: row.account_name,
    account_number: row.account_number,
    enabled: row.enabled ? 1 : 0,
    sort: row.sort,
  }),
  blank: {
    id: 0,
    c_id: 0,
    coin: '',
    pay_type: 1,
    coin_net: '',
    names: [],
    pay_img: '',
    address: '',
    bank_name: '',
    account_name: '',
    account_number: '',
    enabled: 1,
    sort: 0,
  },

  async judge(tx, wanted, before) {
    if (before && wanted.c_id !== before.c_id) return refuseField('in_use', 'c_id');
    const [coin] = await tx.run(coinOf, [wanted.c_id]);
    if (!coin) return refuseField('unknown_coin', 'c_id');
    const names = namesToWrite(
      { title: wanted.coin_net, names: wanted.names },
      before && { title: before.coin_net, names: before.names },
    );
    if (!names) return refuseField('bad_lang', 'names');
    if (wanted.pay_type === PAY_TYPE.bank) {
      const missing = (['bank_name', 'account_name', 'account_number'] as const).find((name) => wanted[name] === '');
      return missing
        ? refuseField('bad_text', missing)
        : { ok: true, value: { ...wanted, names, coin: coin.title, address: '' } };
    }
    if (wanted.address === '' || !isAddressOf(kindOfNetwork(wanted.coin_net), wanted.address))
      return refuseField('bad_address', 'address', { coin: coin.title });
    return {
      ok: true,
      value: { ...wanted, names, coin: coin.title, bank_name: '', account_name: '', account_number: '' },
    };
  },
  insert: async (tx, network) => (await oneRow(tx, insert, [...written(network, undefined), network.c_id])).id,
  async update(tx, network, before) {
    await tx.run(update, [...written(network, before), network.id]);
    return { ok: true, value: null };
  },
};
