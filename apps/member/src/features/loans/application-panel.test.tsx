import type { LoanProject } from '@plimsoll/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alarm, draw, FakeServer, field, tap, type, wrongWith } from '../../testing/form.tsx';
import { ApplicationPanel } from './application-panel.tsx';

const OFFER: LoanProject = {
  id: 7,
  title: 'Haven line 30',
  mechanism: 'Quayside Credit',
  minprice: '500.00000000',
  maxprice: '20000.00000000',
  interest_rate: '0.05000000',
  cycle: 30,
  decimals: 8,
};

test('an amount outside the bounds is an error beside the field and in a toast', () => {
  const server = new FakeServer({});
  draw(<ApplicationPanel project={OFFER} />);
  type('Amount', '499');
  tap('Apply');
  expect(wrongWith('Amount')).toBe('Enter 500 to 20,000 USDT');
  expect(alarm()).toContain('Enter 500 to 20,000 USDT');
  expect(server.sent('applyLoan')).toEqual([]);
});

test('every missing image is an error, and nothing is sent without it', () => {
  const server = new FakeServer({});
  draw(<ApplicationPanel project={OFFER} />);
  tap('Apply');
  expect(wrongWith('Amount')).toBe('');
  for (const words of ['Add the front of your ID', 'Add the back of your ID', 'Add a selfie with your ID'])
    expect(screen.getAllByText(words, { exact: false }).length).toBeGreaterThan(0);
  expect(server.sent('applyLoan')).toEqual([]);
});

test('steps stay within the bounds', () => {
  draw(<ApplicationPanel project={OFFER} />);
  tap('Decrease amount');
  expect(field('Amount').value).toBe('500');
  tap('Increase amount');
  expect(field('Amount').value).toBe('600');
});

test('while applications are closed there is no button', () => {
  draw(<ApplicationPanel project={OFFER} />, { loan_switch: 0 });
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  expect(screen.getByText(/New applications are closed/)).toBeTruthy();
});
