import { onlineManager, QueryClient } from '@tanstack/react-query';
import { Lost } from './envelope.ts';

// The library receives changes alone, and would take a visit that begins offline for an online one.
onlineManager.setOnline(navigator.onLine);

/** Polled data is fetched only while the page is visible and online; the library sees to both. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => error instanceof Lost && failures < 2,
      retryDelay: (failures) => 1000 * 2 ** failures,
      staleTime: 5000,
    },
  },
});
