import type { CallName, NewsEvent } from '@plimsoll/contract';
import { queryClient } from './query.ts';

/** Of a burst of news, cached answers are read again at once and then so often. */
const AT_MOST_EVERY_MS = 1000;

/** Calls whose cached answers an event makes old: queries are named by their call. */
const MADE_OLD: Readonly<Record<NewsEvent, readonly CallName[]>> = {
  order: ['tradegetOrderList'],
  option: ['getHyOrderList', 'getHyOrderInfo', 'getHyLimit'],
  balance: [
    'getUserBalanceList',
    'getMarketBalance',
    'getHyConfig',
    'getCoinBalance',
    'getUserCoinBalance',
    'getCanExchangeCoin',
    'getTransferCoin',
    'getBillList',
  ],
  notice: ['getNoticeList', 'getusr'],
};

/** A list that its reader has scrolled on stays as it is until they look again: it would be read page by page. */
const isScrolledOn = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages) && data.pages.length > 1;

/** A hidden page reads again what is old when it is looked at. */
function invalidate(name: CallName, isRead = document.visibilityState === 'visible'): void {
  const queryKey = [name];
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  if (isRead)
    void queryClient.refetchQueries({ queryKey, type: 'active', predicate: ({ state }) => !isScrolledOn(state.data) });
}

/** Events reported within the pause since the last reading: true when something came. */
const pausing = new Map<NewsEvent, boolean>();

/** Reads again what is shown of an event: at once, and after a pause if more of it came meanwhile. */
export function freshenAfter(event: NewsEvent): void {
  if (pausing.has(event)) {
    pausing.set(event, true);
    return;
  }
  pausing.set(event, false);
  for (const name of MADE_OLD[event]) invalidate(name);
  setTimeout(() => {
    const hasMore = pausing.get(event) === true;
    pausing.delete(event);
    if (hasMore) freshenAfter(event);
  }, AT_MOST_EVERY_MS);
}

/**
 * News begins: what was read before may be old. After an interruption it is read again at once; at a page's first
 * login, which is moments after its lists were read, it is old from the next poll or look on.
 */
export function caughtUp(isFirst: boolean): void {
  for (const name of Object.values(MADE_OLD).flat())
    invalidate(name, !isFirst && document.visibilityState === 'visible');
}
