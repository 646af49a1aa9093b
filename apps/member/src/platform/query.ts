import { onlineManager, QueryClient } from '@tanstack/react-query';
import { Lost } from './envelope.ts';

// The library hears of changes alone, and would take a visit that begins without a connection for one that has it.
onlineManager.setOnline(navigator.onLine);

/** Polled data is fetched only while the page is seen and there is a connection; the library sees to both. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => error instanceof Lost && failures < 2,
      retryDelay: (failures) => 1000 * 2 ** failures,
      staleTime: 5000,
    },
  },
});
