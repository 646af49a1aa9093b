import { expect, test } from 'vitest';
import { isOpenTo } from './open-pages.ts';

test.each([
  '/login',
  '/register',
  '/forgot',
  '/security',
  '/modifyPwd',
  '/resetLegalPwd',
  '/withdrawal',
  '/bindMentionAddress',
  '/bank',
  '/real_authentication',
  '/security/',
  '/security/second-factor',
  '/a-page-nobody-listed',
  '',
])('the page script does not run on %s', (path) => {
  expect(isOpenTo(path)).toBe(false);
});

test.each(['/', '/market', '/options/', '/assets', '/recharge', '/notify', '/introduction'])(
  'the page script may run on %s',
  (path) => {
    expect(isOpenTo(path)).toBe(true);
  },
);
