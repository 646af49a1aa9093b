import type { LoadedMessages } from '@plimsoll/i18n/speech';
import { QueryClient } from '@tanstack/react-query';
import { CoreAdminContext, HttpError, memoryStore } from 'ra-core';
import { BrowserRouter } from 'react-router';
import { authProvider } from '../platform/auth-provider.ts';
import { dataProvider } from '../platform/data-provider.ts';
import { FreshFactor } from '../platform/fresh-factor.tsx';
import { LanguageProvider } from '../platform/language.tsx';
import { Notifications } from '../platform/notifications.tsx';
import { ConsoleRoutes } from './routes.tsx';

const BASE = '/operator';
const RETRIES = 2;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Only calls without any answer are repeated.
      retry: (failures, error) => error instanceof HttpError && error.status === 0 && failures < RETRIES,
      staleTime: 2000,
    },
  },
});
const store = memoryStore();

/** The console. */
export function App({ first }: { readonly first: LoadedMessages }) {
  return (
    <BrowserRouter basename={BASE}>
      <LanguageProvider first={first}>
        {(i18n) => (
          <CoreAdminContext
            authProvider={authProvider}
            dataProvider={dataProvider}
            i18nProvider={i18n}
            queryClient={queryClient}
            store={store}
          >
            <ConsoleRoutes />
            <Notifications />
            <FreshFactor />
          </CoreAdminContext>
        )}
      </LanguageProvider>
    </BrowserRouter>
  );
}
