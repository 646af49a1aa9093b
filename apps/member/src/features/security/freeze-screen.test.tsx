import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { navigate } from '../../platform/router.tsx';
import { currentToken, enter } from '../../platform/session.ts';
import { draw, FakeServer, refusal, tap } from '../../testing/form.tsx';
import FreezeScreen from './freeze-screen.tsx';

beforeEach(() => {
  enter('token-of-lea', 'lea', false);
  navigate('/freeze?token=1.x');
});

async function freeze(getusr: () => unknown): Promise<FakeServer> {
  const server = new FakeServer({ freezeMe: () => null, getusr });
  draw(<FreezeScreen />);
  tap('Freeze account');
  await screen.findByText('Your account is frozen');
  await waitFor(() => expect(server.sent('getusr')).toHaveLength(1));
  return server;
}

test('the link of another member’s mail freezes that account, and this login stays', async () => {
  const server = await freeze(() => ({ username: 'lea' }));
  expect(server.sent('freezeMe')[0]?.fields).toEqual({ token: '1.x' });
  expect([currentToken(), location.pathname]).toEqual(['token-of-lea', '/freeze']);
});

test('the link of the member’s own mail ends this login, and the page stays and says what happened', async () => {
  await freeze(() => {
    throw refusal('login_required', 'Log in to continue');
  });
  await waitFor(() => expect(currentToken()).toBeNull());
  expect(location.pathname + location.search).toBe('/freeze?done=1');
  expect(screen.queryByText('Log in to continue')).toBeNull();
});
