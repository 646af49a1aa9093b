import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { navigate } from '../../platform/router.tsx';
import { currentToken, enter, leave } from '../../platform/session.ts';
import { draw, FakeServer, refusal, send, type } from '../../testing/form.tsx';
import { ForgotNew } from './forgot-new.tsx';

beforeEach(() => {
  enter('token-of-lea', 'lea', false);
  navigate('/forgot');
});

async function reset(getusr: () => unknown): Promise<FakeServer> {
  const server = new FakeServer({
    getNewpwd: () => ({ username: 'tom@haven.example', factors: [], passkey: null }),
    newpwd: () => null,
    getusr,
  });
  draw(<ForgotNew token="x" />);
  await screen.findByLabelText('New password');
  type('New password', 'Keelson2026');
  send();
  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(server.sent('newpwd')).toHaveLength(1);
  return server;
}

test('another member’s password is set by the link of their mail, and this login stays', async () => {
  await reset(() => ({ username: 'lea@haven.example' }));
  expect(currentToken()).toBe('token-of-lea');
});

test('the member’s own password ends this login with all others, in no other words than those of the reset', async () => {
  await reset(() => {
    throw refusal('login_required', 'Log in to continue');
  });
  expect(currentToken()).toBeNull();
  expect(screen.queryByText('Log in to continue')).toBeNull();
});

test('of a visitor nothing is asked after a reset, and the next login begins at home', async () => {
  leave();
  sessionStorage.setItem('goal', 'assets /assets');
  const server = await reset(() => null);
  expect(server.sent('getusr')).toEqual([]);
  expect(sessionStorage.getItem('goal')).toBeNull();
});
