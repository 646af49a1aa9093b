import { lazyPart } from '@plimsoll/ui';
import { whenIdle } from '../../platform/idle.ts';
import type { TickerProps } from './ticker.tsx';

/** The ticker of the member's own list, fetched when the page is idle; the first load does without favourites. */
export const OWN_TICKER = lazyPart<TickerProps>(() => whenIdle().then(() => import('./own-ticker.tsx')));
