import { expect, test } from 'vitest';
import type { Query } from '../../../platform/db.ts';
import { orderNewsOf } from './private-news.ts';

// An order that gets another fill whenever one of the two statements was asked.
function filledMeanwhile() {
  let fills = 1;
  const query: Query = {
    async run<Row>({ name }: { readonly name: string }): Promise<Row[]> {
      const count = fills;
      fills += 1;
      const rows =
        name === 'keys.orders'
          ? [{ id: '7', member_id: '1', status: count === 2 ? 2 : 1, filled: String(count), fills: count }]
          : Array.from({ length: count }, (_, at) => ({ order_id: '7', n: at + 1, quantity: '1' }));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of these statements
      return rows as Row[];
    },
  };
  return query;
}

test('an order is reported with the fills of its state, no more and no less', async () => {
  const [news] = await orderNewsOf(filledMeanwhile()).read([{ memberId: '1', ref: '7' }]);
  expect(news?.in('en')).toMatchObject({ order: { fills: 1 }, fills: { length: 1 } });
});
