import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endSession, enter } from '../../platform/session.ts';
import { draw, FakeServer } from '../../testing/form.tsx';
import { BTC_USDT } from '../../testing/market.ts';
import { useOwnMarks } from './use-own-marks.ts';

function Marks() {
  const { fills, orders } = useOwnMarks(BTC_USDT).marks;
  return <p>{`${fills.length} fills, ${orders.length} orders`}</p>;
}

test('a member’s fills and orders are drawn for nobody once the login has ended', async () => {
  enter('token-of-lea', 'lea', false);
  const server = new FakeServer({
    tradegetFillList: () => ({ list: [{ time: '2026-03-21T14:00:00.000Z', price: '99', type: 1 }] }),
    tradegetOrderList: () => ({
      list: [{ id: 7, type: 1, type_text: 'Buy', xjprice: '90', predict_num: '0.5', coinnum: '0' }],
    }),
  });
  draw(<Marks />);
  await screen.findByText('1 fills, 1 orders');
  act(endSession);
  expect(screen.getByText(/fills/).textContent).toBe('0 fills, 0 orders');
  expect(server.sent('tradegetFillList')).toHaveLength(1);
});
