/** What the browser stores. Without storage nothing is remembered, and the app works. */
const KEYS = [
  'token',
  'theme',
  'updown',
  'language',
  'dirOf',
  'digits',
  'account',
  'settings',
  'markets',
  'mask',
  'look',
  'charts',
  'devices',
  'topUp',
  'seen',
  'log',
  'firstSteps',
  'own',
  'here',
] as const;
type Key = (typeof KEYS)[number];

/** Keys of one visit, gone with the tab. */
type VisitKey =
  | 'here'
  | 'goal'
  | 'token'
  | 'panel'
  | 'open'
  | 'watchedOption'
  | 'optionsSession'
  | 'renewed'
  | 'ended'
  | 'toast';

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

export const recall = (key: Key): string | null => attempt(() => localStorage.getItem(key));
export const remember = (key: Key, value: string): void => {
  attempt(() => localStorage.setItem(key, value));
};
export const forget = (key: Key): void => {
  attempt(() => localStorage.removeItem(key));
};

export const recallVisit = (key: VisitKey): string | null => attempt(() => sessionStorage.getItem(key));
export const rememberVisit = (key: VisitKey, value: string): void => {
  attempt(() => sessionStorage.setItem(key, value));
};
export const forgetVisit = (key: VisitKey): void => {
  attempt(() => sessionStorage.removeItem(key));
};

/** Reads stored JSON; null when there is none or it is invalid. */
export const recallJson = <T>(key: Key): T | null =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key is written by one module of this app, with its type
  attempt(() => JSON.parse(recall(key) ?? 'null') as T | null);

/** The same of this visit. */
export const recallVisitJson = <T>(key: VisitKey): T | null =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  attempt(() => JSON.parse(recallVisit(key) ?? 'null') as T | null);

/** A cookie of a year, for what is no secret. */
export function setCookie(name: 'theme' | 'language', value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`;
}
