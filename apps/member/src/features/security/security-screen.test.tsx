import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../platform/query.ts';
import { enter } from '../../platform/session.ts';
import { draw } from '../../testing/form.tsx';
import { SecurityScreen } from './security-screen.tsx';

const STATE = {
  email: null,
  email_proven: 0,
  totp: 0,
  passkeys: [],
  passkey_origin: 'https://plimsoll.example',
  recovery_left: 0,
  phrase: null,
};
/** What stands in the page above the button that freezes the account: rows and headings. */
function above(): readonly (string | null)[] {
  const freeze = screen.getByRole('button', { name: 'Freeze account' });
  return [...document.querySelectorAll('h2, a[href^="/security?view="]')].flatMap((each) =>
    each.compareDocumentPosition(freeze) & Node.DOCUMENT_POSITION_FOLLOWING
      ? [each.tagName === 'A' ? each.getAttribute('href') : each.textContent]
      : [],
  );
}

beforeEach(() => {
  enter('token-of-lea', 'lea', false);
  history.replaceState(null, '', '/security');
});

test.each([
  ['none set', STATE],
  ['all set', { ...STATE, totp: 1, recovery_left: 9, phrase: 'grey heron' }],
])('what is known late moves nothing above the freeze: %s', async (_, state) => {
  draw(<SecurityScreen programs={null} />);
  const before = above();
  expect(before).toContain('Anti-phishing phrase');
  expect(before).toContain('/security?view=recovery');
  queryClient.setQueryData(['getSecurity'], state);
  await waitFor(() => expect(document.querySelector('a[href="/security?view=phrase"]')).not.toBeNull());
  expect(above().filter((each) => each !== '/security?view=phrase')).toEqual(before);
});
