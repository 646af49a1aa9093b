import { isCommonPassword } from '../../platform/common-passwords.ts';

/** True for a common password, or the member's name, whole or before the @ (RULES 8). */
export function isWeakPassword(password: string, username: string): boolean {
  const lower = password.toLowerCase();
  return isCommonPassword(lower) || lower === username || lower === username.split('@')[0];
}
