/** What the browser keeps. A closed or full storage is no reason to stop: then nothing is remembered. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** Choices of the reader, shared with the member app. */
type Choice = 'theme' | 'language' | 'dirOf';

export const recall = (key: Choice): string | null => attempt(() => localStorage.getItem(key));
export const remember = (key: Choice, value: string): void => {
  attempt(() => localStorage.setItem(key, value));
};

const KNOWN = 'operatorKnown';
/** What the server gave this browser to be known by, for the operator who logged in here last; null for another. */
export const recallKnown = (username: string): string | null => {
  const [name, token] = (attempt(() => localStorage.getItem(KNOWN)) ?? '').split(' ');
  return name === username && token ? token : null;
};
export const keepKnown = (username: string, token: string): void => {
  attempt(() => localStorage.setItem(KNOWN, `${username} ${token}`));
};

const TOKEN = 'operatorToken';
/** Kept for a page whose storage is closed. */
let held: string | null = null;

/** The login, which ends with the tab. It is sent in a header alone, never as a cookie. */
export const currentToken = (): string | null => attempt(() => sessionStorage.getItem(TOKEN)) ?? held;
export function keepToken(token: string): void {
  held = token;
  attempt(() => sessionStorage.setItem(TOKEN, token));
}
export function forgetToken(): void {
  held = null;
  attempt(() => sessionStorage.removeItem(TOKEN));
}
