import { toastStore } from '@plimsoll/ui';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { navigate } from '../../platform/router.tsx';
import { endSession, enter } from '../../platform/session.ts';
import { draw, FakeServer, send, type } from '../../testing/form.tsx';
import { SECURITY } from '../../testing/security.ts';
import { AuthenticatorPage } from './authenticator-page.tsx';
import { RecoveryPage } from './recovery-page.tsx';

const CODES = ['AAAAA-11111', 'BBBBB-22222'];
const RENEW = '/security?view=recovery&step=renew';
const SET_UP = '/security?view=authenticator&step=set';
const hasCode = (): boolean => screen.queryByText('AAAAA-11111') !== null;
const offered = () => toastStore.read().filter(({ action }) => action?.label === 'Recovery codes');

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  enter('token-of-lea', 'lea', false);
});

/** Asks for new codes, and leaves the page before they come. */
async function leaveBeforeAnswer(): Promise<(page: ReactNode) => void> {
  navigate(RENEW);
  const server = new FakeServer({
    getSecurity: () => ({ ...SECURITY, totp: 1, recovery_left: 10 }),
    renewRecoveryCodes: () => ({ recovery_codes: CODES }),
  });
  const redraw = draw(<RecoveryPage />);
  await screen.findByLabelText('Login password');
  type('Login password', 'quay4load7line');
  type(/^Code from/, '123456');
  const release = server.hold();
  send();
  await waitFor(() => expect(server.sent('renewRecoveryCodes')).toHaveLength(1));
  act(() => navigate('/assets'));
  redraw(<p>elsewhere</p>);
  release();
  return redraw;
}

test('codes that come when their page was left are led to, and stay until they are saved', async () => {
  const redraw = await leaveBeforeAnswer();
  await waitFor(() => expect(offered()).toHaveLength(1));
  act(() => offered()[0]?.action?.run());
  expect(location.search).toBe('?view=recovery&step=renew');
  redraw(<RecoveryPage />);
  await screen.findByText('AAAAA-11111');
  expect(offered()).toEqual([]);
  redraw(<p>elsewhere</p>);
  act(() => navigate('/security?view=recovery'));
  redraw(<RecoveryPage />);
  await screen.findByText('AAAAA-11111');
  expect(JSON.stringify([Object.values(localStorage), Object.values(sessionStorage)])).not.toContain('AAAAA');
});

test('codes of a login that has ended are shown to nobody', async () => {
  const redraw = await leaveBeforeAnswer();
  await waitFor(() => expect(offered()).toHaveLength(1));
  act(endSession);
  expect(offered()).toEqual([]);
  enter('token-of-tom', 'tom', false);
  act(() => navigate(RENEW));
  redraw(<RecoveryPage />);
  await screen.findByLabelText('Login password');
  expect(hasCode()).toBe(false);
});

test('codes that come after the login has ended are shown to nobody', async () => {
  const redraw = await leaveBeforeAnswer();
  act(endSession);
  enter('token-of-tom', 'tom', false);
  act(() => navigate(RENEW));
  redraw(<RecoveryPage />);
  await screen.findByLabelText('Login password');
  await act(async () => {});
  expect([hasCode(), offered()]).toEqual([false, []]);
});

test('the codes of a first factor are there too, when its page was left', async () => {
  navigate(SET_UP);
  const server = new FakeServer({
    getSecurity: () => SECURITY,
    startTotp: () => ({ uri: 'otpauth://totp/x', secret: 'ABCDEFGH' }),
    confirmTotp: () => ({ recovery_codes: CODES }),
  });
  const redraw = draw(<AuthenticatorPage />);
  await screen.findByLabelText('Login password');
  type('Login password', 'quay4load7line');
  send();
  await screen.findByText('ABCD');
  const release = server.hold();
  type(/^Then enter the code/, '123456');
  send();
  await waitFor(() => expect(server.sent('confirmTotp')).toHaveLength(1));
  act(() => navigate('/assets'));
  redraw(<p>elsewhere</p>);
  release();
  await waitFor(() => expect(offered()).toHaveLength(1));
  act(() => offered()[0]?.action?.run());
  redraw(<RecoveryPage />);
  await screen.findByText('AAAAA-11111');
});
