import type { RechargeForOperator } from '@plimsoll/contract/operator';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, draw, FakeServer, field, refusal, noteOf, tap, toasts, type, Waiting } from '../../testing/screen.tsx';
import { DepositPanel } from './deposit-panel.tsx';

const APPROVE = 'POST /recharges/5/approve';
const REJECT = 'POST /recharges/5/reject';
const RECEIVED = /^Amount received/;
const REMARK = /^Remark/;
const DEPOSIT = {
  id: 5,
  status: 1,
  member_id: 31,
  username: 'lea@example.com',
  c_id: 1,
  a_id: 2,
  coinName: 'USDT',
  coin_net: 'TRC20',
  num: '250.00000000',
  claimed: '250.00000000',
  address: 'TR7NHqjeKQxGTCi8',
  payimg: '/api/uploads/proof',
  duplicate_of: [],
  remark: '',
  addtime: '2026-03-02T10:00:00.000Z',
  updatetime: '2026-03-02T10:00:00.000Z',
  timeline: [],
} as unknown as RechargeForOperator;

async function drawPanel(replies: ConstructorParameters<typeof FakeServer>[0] = {}): Promise<FakeServer> {
  const server = new FakeServer(replies);
  draw(<DepositPanel record={DEPOSIT} />);
  await screen.findByLabelText(RECEIVED);
  return server;
}

test('the claimed amount is approved once, with the remark', async () => {
  const server = await drawPanel({ [APPROVE]: () => ({ ...DEPOSIT, status: 2 }) });
  expect(field(RECEIVED).value).toBe('250');
  type(REMARK, ' thank you ');
  const release = server.hold();
  const approve = button(/^Credit|^Approve/);
  fireEvent.click(approve);
  await waitFor(() => expect(approve.getAttribute('aria-busy')).toBe('true'));
  expect(button(/^Refuse|^Reject/).disabled).toBe(true);
  fireEvent.click(approve);
  release();
  await waitFor(() => expect(toasts('status')).not.toBe(''));
  expect(server.sent(APPROVE)).toEqual([{ remark: 'thank you' }]);
});

test('another amount is sent, and the difference is shown beside it', async () => {
  const server = await drawPanel({ [APPROVE]: () => ({ ...DEPOSIT, status: 2 }) });
  type(RECEIVED, '249.5');
  expect(document.body.textContent).toContain('0.5');
  tap(/^Credit|^Approve/);
  await waitFor(() => expect(server.sent(APPROVE)).toEqual([{ remark: '', amount: '249.50000000' }]));
});

test('an invalid amount shows an error beside the field, and nothing is sent', async () => {
  const server = await drawPanel();
  type(RECEIVED, 'abc');
  const before = noteOf(RECEIVED);
  tap(/^Credit|^Approve/);
  expect(noteOf(RECEIVED)).not.toBe(before);
  expect(field(RECEIVED).getAttribute('aria-invalid')).toBe('true');
  expect(server.sent(APPROVE)).toEqual([]);
});

test('a rejection without a remark shows the error beside the remark until it is typed', async () => {
  const words = 'Say why, in words for the member.';
  const server = await drawPanel({
    [REJECT]: () => {
      throw refusal(422, { reason: 'remark_needed', title: words });
    },
  });
  tap(/^Refuse|^Reject/);
  await waitFor(() => expect(noteOf(REMARK)).toContain(words));
  type(REMARK, 'Not received');
  expect(noteOf(REMARK)).not.toContain(words);
  expect(server.sent(REJECT)).toEqual([{ remark: '' }]);
});

test('a deposit that another operator decided meanwhile is a toast', async () => {
  const words = 'It was decided already.';
  await drawPanel({
    [APPROVE]: () => {
      throw refusal(409, { reason: 'already_decided', title: words });
    },
  });
  tap(/^Credit|^Approve/);
  await waitFor(() => expect(toasts('alert')).toContain(words));
});

test('a deposit that needs a second operator is announced as proposed', async () => {
  await drawPanel({ [APPROVE]: () => new Waiting({ ...DEPOSIT, proposal: { id: 3 } }) });
  tap(/^Credit|^Approve/);
  await waitFor(() => expect(toasts('status')).not.toBe(''));
  expect(button(/^Credit|^Approve/).disabled).toBe(false);
});

test('an operator who may not decide sees no buttons', async () => {
  draw(<DepositPanel record={DEPOSIT} />, { may: false });
  await screen.findByText('lea@example.com');
  await waitFor(() => expect(screen.queryByLabelText(RECEIVED)).toBeNull());
  expect(screen.queryByRole('button', { name: /^Credit|^Approve/ })).toBeNull();
});
