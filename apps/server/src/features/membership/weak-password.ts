import { isCommonPassword } from '../../platform/common-passwords.ts';

/**
 * True for a password that no member may have though its form is good (RULES 8): a common one, or their own name, whole
 * or before the @.
 */
export function isWeakPassword(password: string, username: string): boolean {
  const lower = password.toLowerCase();
  return isCommonPassword(lower) || lower === username || lower === username.split('@')[0];
}
