import type { Notice, OptionOrder, SpotOrder, WithdrawalRecord } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { eventsSince } from './since.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 21, 14, minute)).toISOString();
const SINCE_MS = Date.parse(at(10));

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows with what is read of them
const option = (id: number, minute: number, outcome: OptionOrder['outcome'] = 'win') =>
  ({ order_id: id, selltime: at(minute), outcome }) as OptionOrder;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows with what is read of them
const order = (id: number, minute: number, status: SpotOrder['status']) =>
  ({ id, status, tradetime: at(minute) }) as SpotOrder;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows with what is read of them
const withdrawal = (id: number, minute: number, status: WithdrawalRecord['status']) =>
  ({ id, status, updatetime: at(minute) }) as WithdrawalRecord;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows with what is read of them
const notice = (id: number, minute: number) => ({ id, addtime: at(minute) }) as Notice;

const NONE = { options: undefined, orders: undefined, funding: [], notices: undefined };

test('what came about after the moment is listed, the newest first, and nothing of before', () => {
  const events = eventsSince(
    {
      options: [option(1, 12), option(2, 9)],
      orders: [order(3, 14, 2)],
      funding: [{ kind: 'withdraw', record: withdrawal(4, 11, 3) }],
      notices: [notice(5, 13), notice(6, 10)],
    },
    SINCE_MS,
  );
  expect(events.map(({ what }) => what.kind)).toEqual(['order', 'notice', 'option', 'funding']);
});

test('what is still open, was cancelled or waits is no event', () => {
  const rows = {
    ...NONE,
    options: [option(1, 12, null)],
    orders: [order(2, 12, 1), order(3, 12, 3)],
    funding: [{ kind: 'withdraw' as const, record: withdrawal(4, 12, 1) }],
  };
  expect(eventsSince(rows, SINCE_MS)).toEqual([]);
});

test('whatever there is counts, however much', () => {
  const options = Array.from({ length: 9 }, (_, index) => option(index, 20 + index));
  expect(eventsSince({ ...NONE, options }, SINCE_MS).map(({ atMs }) => new Date(atMs).getUTCMinutes())).toEqual([
    28, 27, 26, 25, 24, 23, 22, 21, 20,
  ]);
});
