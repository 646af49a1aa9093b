import type { NewsEvent } from '@plimsoll/contract';
import { useEffect, useEffectEvent } from 'react';
import { post } from './client.ts';
import { createNews, NEWS_EVENTS, type NewsHandler } from './create-news.ts';
import { currentLanguage } from './language.ts';
import { caughtUp, freshenAfter } from './news-caches.ts';
import { currentToken, onTokenChange } from './session.ts';
import { useStore } from './store.ts';
import { stream } from './stream.ts';

/** The member's news. The shell begins it once the page is idle; until then, and while it is away, screens poll. */
export const news = createNews({
  join: (guest) => stream.join(guest),
  token: currentToken,
  onTokenChange,
  language: currentLanguage,
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  began: caughtUp,
  // The call is refused in the same words, which ends the session here and shows the login.
  sessionOver: () => void post('getusr', {}, { quiet: true }).catch(() => undefined),
});

/** Begins the member's news, which keeps cached lists fresh. Called once. */
export function beginNews(): void {
  for (const event of NEWS_EVENTS) news.on(event, () => freshenAfter(event));
  news.begin();
}

/** Calls with each frame of an event while mounted: `useNews('option', (option) => …)`. */
export function useNews<Event extends NewsEvent>(event: Event, handler: NewsHandler<Event>): void {
  const onFrame = useEffectEvent(handler);
  useEffect(() => news.on(event, (frame) => onFrame(frame)), [event]);
}

/** True while every change of the member's own is reported. */
export const useNewsConnected = (): boolean => useStore(news.connected);
