import { localeOf } from '@plimsoll/i18n';
import { ReadingContext } from '@plimsoll/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { IntlProvider } from 'use-intl';
import { useNativeDigits, useSpoken } from '../platform/language.ts';
import { queryClient } from '../platform/query.ts';
import { ShownPlace } from '../platform/router.tsx';
import { AppRoutes } from './routes.tsx';

/** The app, once its words and settings are loaded. */
export function App() {
  const { language, messages } = useSpoken();
  const { on: nativeDigits } = useNativeDigits();
  const reading = useMemo(() => ({ language: language.code, nativeDigits }), [language, nativeDigits]);
  return (
    <IntlProvider locale={localeOf(language.code, nativeDigits)} messages={messages}>
      <ReadingContext value={reading}>
        <QueryClientProvider client={queryClient}>
          <ShownPlace>
            <AppRoutes />
          </ShownPlace>
        </QueryClientProvider>
      </ReadingContext>
    </IntlProvider>
  );
}
