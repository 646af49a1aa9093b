import type { StakingInfo, StakingProject } from '@plimsoll/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import {
  alarm,
  confirmLook,
  draw,
  FakeServer,
  field,
  refusal,
  sendButton,
  slideLook,
  tap,
  type,
  wrongWith,
} from '../../testing/form.tsx';
import { changed, formAt } from './stake-form.ts';
import { StakePanel } from './stake-panel.tsx';

const INFO: StakingInfo = { id: 101, days: 30, interest_rate: '6.40000000', min_price: '1.00000000' };
const SOL: StakingProject = {
  id: 1,
  type: 2,
  img: '',
  coin: { id: 3, title: 'SOL', decimals: 4 },
  staking_info: [INFO],
};
const BALANCE = '3.50000000';
const STAKED = { id: 5, order_num: 'S5', end_time: '2026-04-01T00:00:00.000Z', total_revenue: '0.0129' };

function Card() {
  const [form, setForm] = useState(() => formAt(SOL));
  return (
    <StakePanel
      project={SOL}
      info={INFO}
      form={form}
      balance={BALANCE}
      onChange={(action) => setForm((now) => changed(now, action, { project: SOL, balance: BALANCE }))}
    />
  );
}

test('the field has the focus, and an amount below the minimum is an error beside it', () => {
  const server = new FakeServer({});
  draw(<Card />);
  expect(document.activeElement).toBe(field('Amount'));
  type('Amount', '0.5');
  tap(/^Subscribe 0.50? SOL/);
  expect(wrongWith('Amount')).toBe('Minimum 1 SOL');
  expect(alarm()).toContain('Minimum 1 SOL');
  expect(server.sent('submitStaking')).toEqual([]);
});

test('an amount above the balance is an error while typing', () => {
  draw(<Card />);
  type('Amount', '4');
  expect(wrongWith('Amount')).toBe('Available balance insufficient');
});

test('project, duration and amount are sent once; then the field is empty and the end is shown', async () => {
  const server = new FakeServer({ submitStaking: () => STAKED });
  draw(<Card />);
  const release = server.hold();
  tap('Subscribe all available');
  tap(/^Subscribe 3.50? SOL/);
  await slideLook();
  await waitFor(() => expect(sendButton().getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(sendButton());
  release();
  await screen.findByText(/^3.50? SOL subscribed/);
  expect(server.sent('submitStaking').map(({ fields }) => fields)).toEqual([{ id: '1', s_id: '101', amount: '3.5' }]);
  expect(field('Amount').value).toBe('');
});

test('a required payment password is sent, and its refusal is shown beside it', async () => {
  const words = 'The payment password is wrong.';
  const server = new FakeServer({
    submitStaking: () => {
      throw refusal('bad_payment_password', words);
    },
  });
  draw(<Card />, { traders_password_switch: 1 });
  type('Amount', '1');
  tap(/^Subscribe 1/);
  expect(wrongWith(/^Payment password/)).toBe('Enter your payment password');
  type(/^Payment password/, 'anchor4down');
  tap(/^Subscribe 1/);
  await confirmLook('Subscribe');
  await waitFor(() => expect(wrongWith(/^Payment password/)).toBe(words));
  expect(wrongWith('Amount')).toBe('');
  expect(server.sent('submitStaking')[0]?.fields).toMatchObject({ amount: '1', paypassword: 'anchor4down' });
});

test('what was typed after sending stays when the answer comes', async () => {
  const server = new FakeServer({ submitStaking: () => STAKED });
  draw(<Card />);
  const release = server.hold();
  type('Amount', '2');
  tap(/^Subscribe 2/);
  await confirmLook('Subscribe');
  await waitFor(() => expect(server.sent('submitStaking')).toHaveLength(1));
  type('Amount', '1.25');
  release();
  await screen.findByText(/^2(.00)? SOL subscribed/);
  expect(field('Amount').value).toBe('1.25');
});
