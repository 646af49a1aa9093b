import { createStore, useStore } from './store.ts';
import { forget, forgetVisit, recall, recallVisit, remember, rememberVisit } from './storage.ts';

/**
 * The login token, remembered across visits or for this one. Sent in the `Token` header alone, never in a cookie
 * (docs/wire/conventions.md); the server also requires a cookie that no script reads. Another tab may remember another
 * member's: this tab's own comes first.
 */
const token = createStore<string | null>(recallVisit('token') ?? recall('token'));

/** What is kept of the member beside the login. */
const OF_MEMBER = ['seen', 'own', 'here'] as const;

/** The token to send, if any. */
export const currentToken = (): string | null => token.get();
/** Calls at each login and logout; returns how to stop. */
export const onTokenChange = token.subscribe;
export const useIsMember = (): boolean => useStore(token) !== null;

/** Keeps a new login. */
export function enter(newToken: string, account: string, isRemembered: boolean): void {
  endSession();
  for (const key of OF_MEMBER) forget(key);
  if (isRemembered) {
    remember('token', newToken);
    remember('account', account);
  } else {
    rememberVisit('token', newToken);
    forget('account');
  }
  token.set(newToken);
}

/** Clears the login and the data of the member's visit from everywhere they are kept. */
export function endSession(): void {
  const kept = recall('token');
  // What another tab has begun since stays.
  if (kept === null || kept === token.get()) for (const key of ['token', ...OF_MEMBER] as const) forget(key);
  for (const key of ['token', 'panel', 'open', 'watchedOption', 'optionsSession', 'ended', 'here'] as const)
    forgetVisit(key);
  token.set(null);
}

/** Ends a login on purpose: the next one begins at home, where one that ran out leads back to its page. */
export function leave(): void {
  forgetVisit('goal');
  endSession();
}

/** The account last remembered at login, for its form. */
export const rememberedAccount = (): string => recall('account') ?? '';

const panel = createStore(recallVisit('panel') === 'open');
/** Whether the member panel is open; kept for the visit (PRODUCT 3). */
export const usePanelOpen = (): boolean => useStore(panel);
export function setPanelOpen(isOpen: boolean): void {
  if (isOpen) rememberVisit('panel', 'open');
  else forgetVisit('panel');
  panel.set(isOpen);
}
