import { ok } from '@plimsoll/contract';
import { creatorder } from '@plimsoll/contract/options';
import { expect, test } from 'vitest';
import { sql, type Query, type Tx } from './db.ts';
import { memberRoute } from './http/route.ts';

// What "does not compile" means: `tsc -b` fails when one of these lines compiles.

test('a handler has the input and output types of its call', () => {
  const right = memberRoute(creatorder, ({ ctzed }) => Promise.resolve(ok({ order_id: Number(ctzed) })));
  // @ts-expect-error A field that the call does not have.
  const more = memberRoute(creatorder, ({ leverage }) => Promise.resolve(ok({ order_id: Number(leverage) })));
  // @ts-expect-error The answer's id is a number.
  const text = memberRoute(creatorder, () => Promise.resolve(ok({ order_id: '1' })));
  // @ts-expect-error An answer without its field.
  const less = memberRoute(creatorder, () => Promise.resolve(ok({})));
  expect([right, more, text, less].map(({ call }) => call.name)).toEqual(Array.from({ length: 4 }, () => 'creatorder'));
});

test('rows have the type of their statement', () => {
  const open = sql<{ id: string; stake: string }>('types.open', 'select id, stake from option_order');
  const read = async (db: Query) => {
    const [row] = await db.run(open);
    const id: string | undefined = row?.id;
    // @ts-expect-error A column that the statement does not select.
    const more: unknown = row?.leverage;
    // @ts-expect-error `numeric` comes as text: money is never a number.
    const stake: number | undefined = row?.stake;
    return [id, more, stake];
  };
  expect([read.length, open.name]).toEqual([1, 'types.open']);
});

test('a function that needs a transaction does not take a pool', () => {
  const inside = (tx: Tx): string => typeof tx;
  const outside = (db: Query): string =>
    // @ts-expect-error A pool is no open transaction.
    inside(db);
  expect(outside).toBeTypeOf('function');
});
