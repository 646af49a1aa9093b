import { sql, type Tx } from '../../platform/db.ts';

const coin = sql<{ title: string; decimals: number }>(
  'products.coin',
  'select title, decimals from coin where id = $1',
);

/** The coin of a product; undefined when there is none. */
export const coinOf = async (
  tx: Tx,
  id: number,
): Promise<{ readonly title: string; readonly decimals: number } | undefined> => (await tx.run(coin, [id]))[0];
