import type { RechargeRecord } from '@plimsoll/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { DepositDetail } from './deposit-list.tsx';

const PENDING: RechargeRecord = {
  id: 100_001,
  coinName: 'USDT',
  num: '100.00000000',
  claimed: '100.00000000',
  status: 1,
  address: 'TF4xN362h7ZNhQEDxyQa5CABPSjpmBqSf4',
  coin_net: 'TRC20',
  remark: '',
  addtime: '2026-03-21T14:00:00.000Z',
  updatetime: '2026-03-21T14:00:00.000Z',
  timeline: [{ at: '2026-03-21T14:00:00.000Z', step: 'requested', by: null }],
  usual_minutes: null,
};
const steps = (): readonly string[] => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test.each([
  [null, ''],
  [1, 'Usually 1 minute'],
  [34, 'Usually 34 minutes'],
  [119, 'Usually 119 minutes'],
  [120, 'Usually 2 hours'],
  [4320, 'Usually 72 hours'],
])('a deposit that waits says at its present step how long one usually takes: %s', (usual_minutes, words) => {
  draw(<DepositDetail record={{ ...PENDING, usual_minutes }} isHidden={false} />);
  expect(steps()).toEqual([
    expect.stringMatching(/^Done: Submitted/),
    `Now: Under reviewThe amount received is credited.${words}`,
    'Next: Credited to FundsYou get a notification.',
  ]);
});
