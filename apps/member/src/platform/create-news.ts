import type { NewsEvent, NewsFrame } from '@plimsoll/contract';
import { createStore, type Store } from './store.ts';
import type { StreamGuest, StreamSeat } from './stream.ts';

/** Wait before logging in again after news ended here alone (docs/wire/stream.md). */
const AGAIN_MS = 3000;
export const NEWS_EVENTS = ['order', 'option', 'balance', 'notice'] as const satisfies readonly NewsEvent[];

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

export type NewsHandler<Event extends NewsEvent> = (frame: NewsFrame<Event>) => void;

export interface News {
  /** Follows logins and logouts from now on; called once. */
  readonly begin: () => void;
  /** Calls with each frame of an event; returns how to stop. */
  on<Event extends NewsEvent>(event: Event, handler: NewsHandler<Event>): () => void;
  /** True while every change is reported. */
  readonly connected: Store<boolean>;
}

const isFrame = (message: object): message is NewsFrame =>
  'event' in message && typeof message.event === 'string' && NEWS_EVENTS.some((event) => event === message.event);

interface Handlers extends Pick<News, 'on'> {
  readonly call: (frame: NewsFrame) => void;
}

function createHandlers(): Handlers {
  // An event's handlers take the frames of that event alone.
  const all = new Map<string, Set<(frame: never) => void>>();
  return {
    on(event, handler) {
      const known = all.get(event) ?? new Set();
      known.add(handler);
      all.set(event, known);
      return () => {
        known.delete(handler);
      };
    },
    call(frame) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an event's handlers take the frames of that event
      for (const handler of all.get(frame.event) ?? []) handler(frame as never);
    },
  };
}

interface Login extends Pick<News, 'connected'> {
  /** Logs in with the present login of the app, or leaves without one. */
  readonly follow: () => void;
}

/** Keeps the socket logged in; `call` gets the frames. */
function createLogin(parts: NewsParts, call: (frame: NewsFrame) => void): Login {
  const connected = createStore(false);
  let seat: StreamSeat | undefined;
  let isFirst = true;
  /** The token that was sent last, and whether its answer is still to come: another is sent after it. */
  let sent: string | null = null;
  let isAsking = false;
  let cancelAgain = () => {};

  function follow(): void {
    cancelAgain();
    connected.set(false);
    const token = parts.token();
    if (isAsking) return;
    if (token === null) {
      seat?.leave();
      seat = undefined;
      return;
    }
    seat ??= parts.join(guest);
    if (!seat.isOpen()) return;
    isAsking = true;
    sent = token;
    seat.send({ login: token, lang: parts.language() });
  }

  function answered(error: unknown): void {
    isAsking = false;
    connected.set(false);
    // A login that was replaced meanwhile.
    if (sent !== parts.token()) follow();
    else if (error === 'login_required') parts.sessionOver();
    else if (error !== undefined) cancelAgain = parts.after(AGAIN_MS, follow);
    else {
      connected.set(true);
      parts.began(isFirst);
      isFirst = false;
    }
  }

  const reset = () => {
    isAsking = false;
    follow();
  };
  const guest: StreamGuest = {
    opened: reset,
    closed: reset,
    received(message) {
      if (isFrame(message)) {
        // Between two logins it may be the former's.
        if (connected.get()) call(message);
      } else if ('login' in message) answered(undefined);
      else if ('error' in message && !('sub' in message)) answered(message.error);
    },
  };
  return { connected, follow };
}

/** A member's news over the stream's socket: logs in whenever it opens, and with each new login of the app. */
export function createNews(parts: NewsParts): News {
  const { on, call } = createHandlers();
  const { connected, follow } = createLogin(parts, call);
  return {
    connected,
    on,
    begin() {
      parts.onTokenChange(follow);
      follow();
    },
  };
}
