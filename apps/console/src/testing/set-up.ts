import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, vi } from 'vitest';

// Visibility is tested in the journeys: computing it here is slow.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 });

/** No server: requests stay pending. */
const cutOff = () => void vi.stubGlobal('fetch', () => new Promise(() => {}));

beforeAll(cutOff);

afterEach(() => {
  cleanup();
  cutOff();
});
