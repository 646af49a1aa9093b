import { warmOverlays } from '@plimsoll/ui';
import { whenIdle } from '../platform/idle.ts';
import { loadLaterStyles } from '../platform/lazy-screen.tsx';
import { dropOwnReads } from '../platform/own-reads.ts';
import { queryClient } from '../platform/query.ts';
import { showRefusedReads } from '../platform/refused-reads.ts';
import { currentToken, onTokenChange } from '../platform/session.ts';
import { PENDING } from '../features/running/index.ts';
import { WIDE_FRAME } from '../features/wide/index.ts';
import { keepLastToast, showKeptToast } from './carried-toast.ts';
import { screens } from './routes.tsx';

/** Until then the first screen has the machine to itself, unless the reader touches it. */
const WARM_AFTER_MS = 5000;

/** Also what a later login, or a wider window, brings to a page without a connection. */
const later = [...screens, PENDING, WIDE_FRAME];

/** Loads the styles and code that may come next, one after the other in idle time. */
async function warm(): Promise<void> {
  for (const task of [loadLaterStyles, warmOverlays, ...later.map((part) => part.warm)]) {
    await whenIdle();
    // A failure does not stop the others.
    await task().catch(() => undefined);
  }
}

/** Begins a member's news once somebody is logged in and the page is idle; the code of it is in no first load. */
function followNews(): void {
  let isBegun = false;
  const begin = () => {
    if (isBegun || currentToken() === null) return;
    isBegun = true;
    void whenIdle()
      .then(() => import('../platform/news.ts'))
      .then(({ beginNews }) => beginNews())
      .catch(() => {
        // The next login tries again; until then screens poll.
        isBegun = false;
      });
  };
  onTokenChange(begin);
  begin();
}

/**
 * Once the first screen is drawn: sees to it that what was read of a member ends with the login, shows the toast that
 * the document before could not, loads what may come next, and installs the app for use offline.
 */
export function warmUp(): void {
  dropOwnReads(queryClient);
  showRefusedReads(queryClient);
  followNews();
  showKeptToast();
  // Before anything is touched: a login may be over already.
  keepLastToast();
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    void import('./keep-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => undefined);
    const isKept = 'serviceWorker' in navigator && import.meta.env.PROD;
    // What fails now is loaded when it is needed.
    void (isKept ? import('./keep-up.ts').then(({ keepUp }) => keepUp(warm)) : warm()).catch(() => undefined);
  };
  addEventListener('pointerdown', begin, { once: true, passive: true });
  addEventListener('keydown', begin, { once: true });
  setTimeout(begin, WARM_AFTER_MS);
}
