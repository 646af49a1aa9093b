/** Browser storage. When it is unavailable, nothing is remembered. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** Shared with the member app. */
type Choice = 'theme' | 'language' | 'dirOf';

export const recall = (key: Choice): string | null => attempt(() => localStorage.getItem(key));
export const remember = (key: Choice, value: string): void => {
  attempt(() => localStorage.setItem(key, value));
};

const KNOWN = 'operatorKnown';
/** The server's token for this browser, of the operator who logged in last. */
export const recallKnown = (username: string): string | null => {
  const [name, token] = (attempt(() => localStorage.getItem(KNOWN)) ?? '').split(' ');
  return name === username && token ? token : null;
};
export const keepKnown = (username: string, token: string): void => {
  attempt(() => localStorage.setItem(KNOWN, `${username} ${token}`));
};

const TOKEN = 'operatorToken';
/** When storage is unavailable. */
let held: string | null = null;

/** The login token, of this tab only. Sent in a header, never as a cookie. */
export const currentToken = (): string | null => attempt(() => sessionStorage.getItem(TOKEN)) ?? held;
export function keepToken(token: string): void {
  held = token;
  attempt(() => sessionStorage.setItem(TOKEN, token));
}
export function forgetToken(): void {
  held = null;
  attempt(() => sessionStorage.removeItem(TOKEN));
}
