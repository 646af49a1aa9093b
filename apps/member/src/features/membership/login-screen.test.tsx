import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { navigate } from '../../platform/router.tsx';
import { draw, FakeServer, refusal, send, sendButton, type } from '../../testing/form.tsx';
import ForgotScreen from './forgot-screen.tsx';
import LoginScreen from './login-screen.tsx';

vi.mock('@plimsoll/proof', () => {
  throw new Error('gone');
});

const SECOND = { ticket: 'ticket', factors: ['totp'], passkey: null };

beforeEach(() => {
  vi.stubGlobal('isSecureContext', false);
  navigate('/login');
});

async function logIn(server: FakeServer): Promise<() => void> {
  draw(<LoginScreen />);
  type('Email or phone', 'lea');
  type('Password', 'quay4load7line');
  const release = server.hold();
  send();
  await waitFor(() => expect(server.sent('login')).toHaveLength(1));
  return release;
}
const isBusy = (): boolean => sendButton().getAttribute('aria-busy') === 'true';

test('a second factor that is required leads on, but not from where the reader has gone meanwhile', async () => {
  const release = await logIn(
    new FakeServer({
      login: () => {
        throw refusal('second_factor_required', 'Second factor', SECOND);
      },
    }),
  );
  act(() => navigate('/market'));
  release();
  await waitFor(() => expect(isBusy()).toBe(false));
  expect(location.pathname + location.search).toBe('/market');
});

test('where the code of the proof of work is unavailable it says so, and the login can be sent again', async () => {
  const release = await logIn(
    new FakeServer({
      login: () => {
        throw refusal('too_many_requests', 'Wait', { challenge: 'x', bits: 1 });
      },
    }),
  );
  release();
  await screen.findByText('This could not be loaded');
  await waitFor(() => expect(isBusy()).toBe(false));
});

test('a mailed link leads on, but not from where the reader has gone meanwhile', async () => {
  navigate('/forgot');
  const server = new FakeServer({ forgotpwd: () => null });
  draw(<ForgotScreen />);
  type('Email', 'lea@haven.example');
  const release = server.hold();
  send();
  await waitFor(() => expect(server.sent('forgotpwd')).toHaveLength(1));
  act(() => navigate('/market'));
  release();
  await waitFor(() => expect(isBusy()).toBe(false));
  expect(location.pathname + location.search).toBe('/market');
});
