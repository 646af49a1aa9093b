import { isCommonPassword } from '../../platform/common-passwords.ts';

const MIN_CHARACTERS = 5;

/** True for a common password, the login name, or a few repeated characters. */
export function isWeakPassword(password: string, username: string): boolean {
  const lower = password.toLowerCase();
  return isCommonPassword(lower) || lower === username || new Set(lower).size < MIN_CHARACTERS;
}
