import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, vi } from 'vitest';

// Whether something is seen is for the journeys: finding it out here takes most of the time. A busy machine may be slow.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 });

/** No server: what is asked stays without an answer, of a test that is over too. */
const cutOff = () => void vi.stubGlobal('fetch', () => new Promise(() => {}));

beforeAll(cutOff);

afterEach(() => {
  cleanup();
  cutOff();
});
