import { isCommonPassword } from '../../platform/common-passwords.ts';

const MIN_CHARACTERS = 5;

/**
 * True for a password no operator may have though it is long enough: a common one, the login name, or few characters
 * again and again.
 */
export function isWeakPassword(password: string, username: string): boolean {
  const lower = password.toLowerCase();
  return isCommonPassword(lower) || lower === username || new Set(lower).size < MIN_CHARACTERS;
}
