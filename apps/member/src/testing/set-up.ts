import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, vi } from 'vitest';
import { speak } from '../platform/language.ts';
import { queryClient } from '../platform/query.ts';
import { navigate } from '../platform/router.tsx';

// Visibility is tested by journeys, because checking it here is slow.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 });

/** Without a server, requests have no answer, even those of a finished test. */
const cutOff = () => void vi.stubGlobal('fetch', () => new Promise(() => {}));

beforeAll(async () => {
  cutOff();
  await speak('en');
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  sessionStorage.clear();
  localStorage.clear();
  // A draft stays with the page that is left.
  navigate('/');
  cutOff();
});
