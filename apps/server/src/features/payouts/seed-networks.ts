import { PAY_TYPE } from '@plimsoll/contract/codes/payouts';
import { int, smallint, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Query } from '../../platform/db.ts';
import { kindOfNetwork } from './address-kind.ts';
import { WIRE_TRANSFER_NAMES } from './seed-names.ts';

/** Coin, deposit method, network, address. Addresses are valid, but made of a hash: nobody has their keys. */
const DEMO = [
  ['USDT', 1, 'TRC20', 'TF4xN362h7ZNhQEDxyQa5CABPSjpmBqSf4'],
  ['USDT', 2, 'ERC20', '0x9da009b0Ceb6b6303e0aEDf3c863A5B768E8bBee'],
  ['BTC', 1, 'BTC', 'bc1qpjv24p2yvk4japcwd6ldevrv03m8g9ejv8nj9y'],
  ['ETH', 2, 'ERC20', '0x9da009b0Ceb6b6303e0aEDf3c863A5B768E8bBee'],
  ['SOL', 1, 'Solana', '4L3JRsXkpxTN6HcrnwQzRdvnHbEA4AJM3u9kSSf7n8gv'],
  ['XRP', 1, 'XRP Ledger', 'r992gweGuRA4RwqCeLkPHrfmzC7Vrmep9Z'],
  ['BNB', 1, 'BEP20', '0x5A5db96DD9c32c4DC69964aA73ABa3906FcDd658'],
  ['DOGE', 1, 'Dogecoin', 'DEu5KK59dim5WesbVZfq5xfx8nViMg6NZi'],
  ['ADA', 1, 'Cardano', 'addr1v9w79l8clstqcpmt5wc0ahu6nc4kv62jnypfepd2uzr2puskv0t62'],
  ['TRX', 1, 'TRON', 'TF4xN362h7ZNhQEDxyQa5CABPSjpmBqSf4'],
  ['LINK', 2, 'ERC20', '0x9da009b0Ceb6b6303e0aEDf3c863A5B768E8bBee'],
  ['AVAX', 1, 'AVAX C-Chain', '0xF09D15F274eaB9001FDe071c96C61e4Ede8cd380'],
  ['LTC', 1, 'Litecoin', 'ltc1qg00r003cvw9g8g6hsmazgs4aqz6pqvmtc78nx0'],
  ['DOT', 1, 'Polkadot', '13YuBqNirn4gGnhcKfzcmMpvp46Er8GW9Yx5PJUaj67B6VG8'],
] as const;

/** Bank account of a demo's USDT deposits, with the usual example IBAN. */
const DEMO_BANK = {
  coin: 'USDT',
  name: 'Wire transfer',
  bank: 'Quayside Example Bank',
  holder: 'Plimsoll Demo',
  number: 'GB82 WEST 1234 5698 7654 32',
} as const;

const NETWORKS = rowsOf({
  coin: text,
  method: smallint,
  name: text,
  kind: text,
  address: text,
  bank: text,
  holder: text,
  number: text,
  sort: int,
});
const insertDemo = sql<never>(
  'payouts.seedNetworks',
  `
  insert into coin_network (
    coin_id, method, name, address_kind, address, bank_name, account_name, account_number, sort)
  select c.id, t.method, t.name, t.kind, t.address, t.bank, t.holder, t.number, t.sort
  from ${NETWORKS.unnest('t', 1)}
  join coin c on c.title = t.coin
  where not exists (select from coin_network)
  order by t.sort
  on conflict do nothing`,
);

// Whoever named it, or took its names away, keeps that.
const nameBank = sql<never>(
  'payouts.nameBank',
  `update coin_network set names = $3::jsonb where name = $1 and method = $2 and names is null`,
);

/**
 * Inserts the demo's networks after its coins, unless there are any, and names its bank transfer in other languages
 * unless somebody has. In live mode operators enter them.
 */
export async function seedNetworks(query: Query): Promise<void> {
  const rows = [
    ...DEMO.map(([coin, method, name, address]) => ({
      ...{ coin, method, name, address, kind: kindOfNetwork(name) },
      ...{ bank: '', holder: '', number: '' },
    })),
    { ...DEMO_BANK, method: PAY_TYPE.bank, kind: 'bank', address: '' },
  ];
  await query.run(
    insertDemo,
    NETWORKS.arrays(rows, (row, sort) => ({ ...row, sort })),
  );
  await query.run(nameBank, [DEMO_BANK.name, PAY_TYPE.bank, JSON.stringify(WIRE_TRANSFER_NAMES)]);
}
