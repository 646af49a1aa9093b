import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { get } from '../../platform/client.ts';
import { navigate } from '../../platform/router.tsx';
import { currentToken, enter } from '../../platform/session.ts';
import { draw, send, type } from '../../testing/form.tsx';
import LoginPasswordScreen from './login-password-screen.tsx';

test('what is read while the password is changed does not end the login before the answer', async () => {
  const changed = Promise.withResolvers<Response>();
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path);
    if (path === '/api/getusr') return Response.json({ code: 401, msg: 'Log in to continue' });
    return path === '/api/resetpwd' ? changed.promise : new Promise(() => {});
  });
  enter('token-of-lea', 'lea', false);
  navigate('/modifyPwd');
  draw(<LoginPasswordScreen />);
  type('Current login password', 'Sailing4ever');
  type('New login password', 'Sailing5ever');
  type('Confirm new password', 'Sailing5ever');
  send();
  await waitFor(() => expect(sent).toContain('/api/resetpwd'));
  // Every session ended on the server; the answer is on its way.
  await get('getusr').catch(() => undefined);
  expect([currentToken(), location.pathname]).toEqual(['token-of-lea', '/modifyPwd']);
  changed.resolve(Response.json({ code: 1, msg: 'Changed', data: null }));
  expect(await screen.findByText('Changed')).toBeTruthy();
  await waitFor(() => expect(currentToken()).toBeNull());
  expect(screen.queryByText('Log in to continue')).toBeNull();
});
