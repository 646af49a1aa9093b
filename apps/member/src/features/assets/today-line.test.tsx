import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { enter } from '../../platform/session.ts';
import { draw, FakeServer } from '../../testing/form.tsx';
import TodayLine from './today-line.tsx';

beforeEach(() => enter('token-of-lea', 'lea', false));

test('today’s profit is asked for since the reader’s midnight, without a curve, and leads to the portfolio', async () => {
  const server = new FakeServer({ getPortfolio: () => ({ profit: '98.00000000' }) });
  draw(<TodayLine isHidden={false} />);
  expect(screen.getByRole('link').textContent).toContain('--');
  await waitFor(() => expect(screen.getByRole('link').textContent).toContain('+98.00'));
  expect(screen.getByRole('link').getAttribute('href')).toBe('/portfolio');
  const { since, ...rest } = server.sent('getPortfolio')[0]?.fields ?? {};
  expect(rest).toEqual({ range: 'day', curve: '0' });
  expect(new Date(Number(since)).toTimeString()).toMatch(/^00:00:00/);
});

test.each(['0.00000000', '0.00400000', '-0.00400000'])(
  'a profit of less than a cent has neither sign nor mark: %s',
  async (profit) => {
    const server = new FakeServer({ getPortfolio: () => ({ profit }) });
    draw(<TodayLine isHidden={false} />);
    await waitFor(() => expect(screen.getByRole('link').textContent).toMatch(/^0\.00/));
    expect(server.sent('getPortfolio')).toHaveLength(1);
    expect(document.querySelector('.chg')).toBeNull();
  },
);
