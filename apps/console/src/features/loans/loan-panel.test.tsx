import type { LoanForOperator } from '@plimsoll/contract/operator';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, draw, FakeServer, refusal, tap, toasts, type } from '../../testing/screen.tsx';
import { LoanPanel } from './loan-panel.tsx';

const APPROVE = 'POST /loans/4/approve';
const REJECT = 'POST /loans/4/reject';
const LOAN = {
  id: 4,
  status: 1,
  is_repayment: 0,
  order_num: 'L-4',
  title: 'Credit line 30',
  amount: '500.00000000',
  interest: '7.50000000',
  total_amount: '507.50000000',
  total_due: '507.50000000',
  late_interest: '0',
  late_days: 0,
  interest_rate: '0.05000000',
  cycle: 30,
  member_id: 31,
  username: 'lea@example.com',
  credit_score: 60,
  project_id: 7,
  project_version: 1,
  front_card: '/f',
  later_card: '/l',
  handheld_card: '/h',
  decided: null,
  overdue_time: null,
  repaid_by_member: false,
  repaid_time: null,
  repayment_time: null,
  member_overdue: '0',
  remark: '',
  other_loans: [],
  checks: [],
  addtime: '2026-03-02T10:00:00.000Z',
  updatetime: '2026-03-02T10:00:00.000Z',
} as unknown as LoanForOperator;
const LEND = /^Approve and pay out/;

test('a loan is approved once, however often the button is tapped', async () => {
  const server = new FakeServer({ [APPROVE]: () => ({ ...LOAN, status: 2 }) });
  draw(<LoanPanel loan={LOAN} />);
  await screen.findByRole('button', { name: LEND });
  const release = server.hold();
  const lend = button(LEND);
  fireEvent.click(lend);
  await waitFor(() => expect(lend.getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(lend);
  release();
  await waitFor(() => expect(toasts('status')).toContain('L-4'));
  expect(server.sent(APPROVE)).toEqual([{ remark: '' }]);
});

test('a refusal of the server is a toast, and the decision stays open', async () => {
  const words = 'The member owes another loan.';
  const server = new FakeServer({
    [APPROVE]: () => {
      throw refusal(409, { reason: 'overdue_loan', title: words });
    },
  });
  draw(<LoanPanel loan={LOAN} />);
  await screen.findByRole('button', { name: LEND });
  tap(LEND);
  await waitFor(() => expect(toasts('alert')).toContain(words));
  expect(button(LEND).disabled).toBe(false);
  expect(server.sent(APPROVE)).toHaveLength(1);
});

test('a rejection is sent with the remark', async () => {
  const server = new FakeServer({ [REJECT]: () => ({ ...LOAN, status: 3 }) });
  draw(<LoanPanel loan={LOAN} />);
  await screen.findByLabelText(/^Remark/);
  type(/^Remark/, 'The images cannot be read');
  tap('Reject');
  await waitFor(() => expect(server.sent(REJECT)).toEqual([{ remark: 'The images cannot be read' }]));
});

test('an operator who may not decide sees no buttons', async () => {
  draw(<LoanPanel loan={LOAN} />, { may: false });
  await screen.findByText('lea@example.com');
  expect(screen.queryByRole('button', { name: LEND })).toBeNull();
});
