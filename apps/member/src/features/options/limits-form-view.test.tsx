import type { OwnLimits } from '@plimsoll/contract';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw, FakeServer, send, type } from '../../testing/form.tsx';
import LimitsForm from './limits-form-view.tsx';

const LIMITS: OwnLimits = {
  daily_loss: '500.00000000',
  session_minutes: 30,
  excluded_until: null,
  lost_today: '85.00000000',
  pending: null,
};

test('the answer of a form that was closed does not close the one that is open', async () => {
  const server = new FakeServer({ setHyLimit: () => LIMITS });
  const close = vi.fn<() => void>();
  const redraw = draw(<LimitsForm key="first" limits={LIMITS} onClose={close} />);
  type('Daily loss limit', '250');
  const release = server.hold();
  send();
  await waitFor(() => expect(server.sent('setHyLimit')).toHaveLength(1));
  redraw(<LimitsForm key="second" limits={LIMITS} onClose={close} />);
  release();
  await waitFor(() => expect(document.querySelector('[role=status] > .toast')?.textContent).toBe('Done'));
  expect(close).not.toHaveBeenCalled();
  type('Daily loss limit', '100');
  send();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});
