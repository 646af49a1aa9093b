import { sql, type Query } from '../../platform/db.ts';
import type { StoredNames } from '../../platform/names.ts';
import type { AddressKind } from './address-kind.ts';

/** A network of a coin, as operators manage it. */
export interface NetworkRow {
  readonly id: string;
  readonly coin_id: string;
  readonly method: 1 | 2 | 3;
  /** `TRC20` */
  readonly name: string;
  /** In other languages. */
  readonly names: StoredNames | null;
  readonly address_kind: AddressKind;
  readonly image: string;
  readonly address: string;
  readonly bank_name: string;
  readonly account_name: string;
  readonly account_number: string;
}

const readAll = sql<NetworkRow>(
  'payouts.networks',
  `
  select id, coin_id, method, name, names, address_kind, image, address, bank_name, account_name, account_number
  from coin_network where enabled order by sort, id`,
);

/** Enabled networks, in the catalogue's order. */
export const readNetworks = (query: Query): Promise<NetworkRow[]> => query.run(readAll);

/** A coin's networks with addresses. */
export const addressNetworks = (networks: readonly NetworkRow[], coinId: string): NetworkRow[] =>
  networks.filter((each) => each.coin_id === coinId && each.address_kind !== 'bank');
