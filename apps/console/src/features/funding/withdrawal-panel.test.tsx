import type { WithdrawalForOperator } from '@plimsoll/contract/operator';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, draw, FakeServer, refusal, noteOf, tap, toasts, type, Waiting } from '../../testing/screen.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';

const APPROVE = 'POST /withdrawals/9/approve';
const REJECT = 'POST /withdrawals/9/reject';
const WITHDRAWAL = {
  id: 9,
  status: 1,
  member_id: 31,
  username: 'lea@example.com',
  c_id: 1,
  coinName: 'USDT',
  coin_net: 'TRC20',
  withdraw_type: 1,
  mum: '50.00000000',
  fee: '1.00000000',
  net: '49.00000000',
  address: 'TR7NHqjeKQxGTCi8',
  bank_name: '',
  card_name: '',
  bound_at: '2026-03-01T10:00:00.000Z',
  used: 2,
  worth: '50.00000000',
  remark: '',
  approvals: [],
  approvals_needed: 1,
  checks: [],
  timeline: [],
  addtime: '2026-03-02T10:00:00.000Z',
  updatetime: '2026-03-02T10:00:00.000Z',
} as unknown as WithdrawalForOperator;
const approvedBy = (by: number): WithdrawalForOperator => ({
  ...WITHDRAWAL,
  approvals_needed: 2,
  approvals: [{ by, username: 'bo', at: '2026-03-02T11:00:00.000Z', remark: '' }],
});

test('the only approval sends it, and its button names the amount', async () => {
  const server = new FakeServer({ [APPROVE]: () => ({ ...WITHDRAWAL, status: 2 }) });
  draw(<WithdrawalPanel record={WITHDRAWAL} />);
  await screen.findByRole('button', { name: /49/ });
  tap(/49/);
  await waitFor(() => expect(server.sent(APPROVE)).toEqual([{ remark: '' }]));
  await waitFor(() => expect(toasts('status')).toContain('W'));
});

test('the first of two approvals leaves the second open for another operator', async () => {
  const server = new FakeServer({ [APPROVE]: () => new Waiting(approvedBy(7)) });
  draw(<WithdrawalPanel record={{ ...WITHDRAWAL, approvals_needed: 2 }} />);
  await screen.findByRole('button', { name: /first/i });
  tap(/first/i);
  await waitFor(() => expect(server.sent(APPROVE)).toHaveLength(1));
});

test('the operator of the first approval cannot give the second, but may refuse', async () => {
  draw(<WithdrawalPanel record={approvedBy(7)} />);
  await screen.findByText(/You gave the first approval/);
  expect(button(/^Another operator/).disabled).toBe(true);
  expect(button('Reject').disabled).toBe(false);
});

test('another operator gives the second approval', async () => {
  draw(<WithdrawalPanel record={approvedBy(8)} />);
  await waitFor(() => expect(button(/49/).disabled).toBe(false));
});

test('a rejection without a remark shows the error beside the remark', async () => {
  const words = 'Say why, in words for the member.';
  const server = new FakeServer({
    [REJECT]: () => {
      throw refusal(422, { reason: 'remark_needed', title: words });
    },
  });
  draw(<WithdrawalPanel record={WITHDRAWAL} />);
  await screen.findByLabelText(/^Remark/);
  tap('Reject');
  await waitFor(() => expect(noteOf(/^Remark/)).toContain(words));
  type(/^Remark/, 'Not yours');
  tap('Reject');
  await waitFor(() => expect(server.sent(REJECT)).toEqual([{ remark: '' }, { remark: 'Not yours' }]));
});
