import { createStore, useStore } from './store.ts';
import { forget, forgetVisit, recall, recallVisit, remember, rememberVisit } from './storage.ts';

/**
 * The login token. Remembered across visits or for this one, as the member ticked at login. Never in a cookie: the
 * server takes it from the `Token` header alone, and refuses it anywhere else (docs/wire/conventions.md). Beside it the
 * server wants a cookie that no script reads, so that the token is worth nothing to who carries it away.
 */
const token = createStore<string | null>(recall('token') ?? recallVisit('token'));

/** The token to send, if any. */
export const currentToken = (): string | null => token.get();
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

/** Clears the login from everywhere it is kept, and what was kept of the member's visit. */
export function endSession(): void {
  forget('token');
  for (const key of ['token', 'panel', 'watchedOption', 'optionsSession'] as const) forgetVisit(key);
  token.set(null);
}

/** The account last remembered at login, to fill in the form with. */
export const rememberedAccount = (): string => recall('account') ?? '';

const panel = createStore(recallVisit('panel') === 'open');
/** Whether the member panel stands open; kept for the visit (PRODUCT 3). */
export const usePanelOpen = (): boolean => useStore(panel);
export function setPanelOpen(isOpen: boolean): void {
  if (isOpen) rememberVisit('panel', 'open');
  else forgetVisit('panel');
  panel.set(isOpen);
}
