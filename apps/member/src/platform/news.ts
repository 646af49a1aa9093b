import type { NewsEvent, NewsFrame } from '@plimsoll/contract';
import { useEffect, useEffectEvent } from 'react';
import { post } from './client.ts';
import { currentLanguage } from './language.ts';
import { caughtUp, freshenAfter } from './news-caches.ts';
import { currentToken, onTokenChange } from './session.ts';
import { createStore, useStore, type Store } from './store.ts';
import { stream, type StreamGuest, type StreamSeat } from './stream.ts';

/** Wait before logging in again after news ended here alone (docs/wire/stream.md). */
const AGAIN_MS = 3000;
const EVENTS: readonly string[] = ['order', 'option', 'balance', 'notice'] satisfies NewsEvent[];

/** What news needs; a test has its own. */
export interface NewsParts {
  readonly join: (guest: StreamGuest) => StreamSeat;
  readonly token: () => string | null;
  readonly onTokenChange: (listener: () => void) => () => void;
  readonly language: () => string;
  readonly after: (ms: number, task: () => void) => () => void;
  /** News begins; before, it was away, or it is the page's first. What changed before is in no frame. */
  readonly began: (isFirst: boolean) => void;
  /** The server says that the session is over. */
  readonly sessionOver: () => void;
}

type Handler<Event extends NewsEvent> = (frame: NewsFrame<Event>) => void;

export interface News {
  /** Follows logins and logouts from now on; called once. */
  readonly begin: () => void;
  /** Calls with each frame of an event; returns how to stop. */
  on<Event extends NewsEvent>(event: Event, handler: Handler<Event>): () => void;
  /** True while every change is told. */
  readonly connected: Store<boolean>;
}

const isFrame = (message: object): message is NewsFrame =>
  'event' in message && typeof message.event === 'string' && EVENTS.includes(message.event);

/** A member's news over the stream's socket: logs in whenever it opens, and with each new login of the app. */
export function createNews(parts: NewsParts): News {
  const connected = createStore(false);
  // An event's handlers take the frames of that event alone.
  const handlers = new Map<string, Set<(frame: never) => void>>();
  let seat: StreamSeat | undefined;
  let isOpen = false;
  let isFirst = true;
  /** The token that was sent last. */
  let sent: string | null = null;
  let cancelAgain = () => {};

  function login(): void {
    cancelAgain();
    connected.set(false);
    sent = parts.token();
    if (isOpen && sent !== null) seat?.send({ login: sent, lang: parts.language() });
  }

  function ended(error: unknown): void {
    connected.set(false);
    if (error !== 'login_required') cancelAgain = parts.after(AGAIN_MS, login);
    else if (sent !== null && sent === parts.token()) parts.sessionOver();
  }

  const guest: StreamGuest = {
    opened() {
      isOpen = true;
      login();
    },
    closed() {
      isOpen = false;
      cancelAgain();
      connected.set(false);
    },
    received(message) {
      if (isFrame(message)) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an event's handlers take the frames of that event
        for (const handler of handlers.get(message.event) ?? []) handler(message as never);
      } else if ('login' in message) {
        connected.set(true);
        parts.began(isFirst);
        isFirst = false;
      } else if ('error' in message && !('sub' in message)) ended(message.error);
    },
  };

  function follow(): void {
    if (parts.token() === null) {
      cancelAgain();
      connected.set(false);
      sent = null;
      isOpen = false;
      seat?.leave();
      seat = undefined;
    } else if (!seat) seat = parts.join(guest);
    else if (parts.token() !== sent) login();
  }

  return {
    connected,
    begin() {
      parts.onTokenChange(follow);
      follow();
    },
    on(event, handler) {
      const known = handlers.get(event) ?? new Set();
      known.add(handler);
      handlers.set(event, known);
      return () => {
        known.delete(handler);
      };
    },
  };
}

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
  for (const event of ['order', 'option', 'balance', 'notice'] as const) news.on(event, () => freshenAfter(event));
  news.begin();
}

/** Calls with each frame of an event while mounted: `useNews('option', (option) => …)`. */
export function useNews<Event extends NewsEvent>(event: Event, handler: Handler<Event>): void {
  const onFrame = useEffectEvent(handler);
  useEffect(() => news.on(event, (frame) => onFrame(frame)), [event]);
}

/** True while every change of the member's own is told. */
export const useNewsConnected = (): boolean => useStore(news.connected);
