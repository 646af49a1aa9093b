import { showToast } from '@plimsoll/ui';
import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { Lost, Refusal } from './envelope.ts';

// The library receives changes alone, and would take a visit that begins offline for an online one.
onlineManager.setOnline(navigator.onLine);

/** Reads that were refused when they were last asked: polled again, they are not reported again. */
const refused = new Set<string>();

/**
 * Polled data is fetched only while the page is visible and online; the library sees to both. A refused read is shown in
 * the server's words (PRODUCT 1), unless its `meta` says `isExpected`: a refusal is then one of its answers.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, { queryHash, meta }) {
      if (!(error instanceof Refusal) || error.code === 401 || meta?.['isExpected'] || refused.has(queryHash)) return;
      refused.add(queryHash);
      if (error.message) showToast('bad', error.message);
    },
    onSuccess: (_data, { queryHash }) => void refused.delete(queryHash),
  }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => error instanceof Lost && failures < 2,
      retryDelay: (failures) => 1000 * 2 ** failures,
      staleTime: 5000,
    },
  },
});
