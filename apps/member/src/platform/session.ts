import { createStore, useStore } from './store.ts';
import { forget, forgetVisit, recall, recallVisit, remember, rememberVisit } from './storage.ts';

/**
 * The login token, remembered across visits or for this one. Sent in the `Token` header alone, never in a cookie
 * (docs/wire/conventions.md); the server also requires a cookie that no script reads.
 */
const token = createStore<string | null>(recall('token') ?? recallVisit('token'));

/** The token to send, if any. */
export const currentToken = (): string | null => token.get();
/** Calls at each login and logout; returns how to stop. */
export const onTokenChange = token.subscribe;
export const useIsMember = (): boolean => useStore(token) !== null;

/** Keeps a new login. */
export function enter(newToken: string, account: string, isRemembered: boolean): void {
  endSession();
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
  forget('token');
  for (const key of ['token', 'panel', 'watchedOption', 'optionsSession', 'ended', 'here'] as const) forgetVisit(key);
  for (const key of ['seen', 'own', 'here'] as const) forget(key);
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
