/**
 * A new password is 6 to 20 letters and digits (RULES 7.1), or 8 to 128 visible characters
 * (docs/MEMBER-SECURITY.md).
 */
const GOOD = /^(?:[A-Za-z0-9]{6,20}|[^\p{C}\p{Zl}\p{Zp}]{8,128})$/u;

/** True for a password of valid form, without blanks around it. Whether it is a common one only the server knows. */
export const isGoodPassword = (password: string): boolean => GOOD.test(password.trim().normalize('NFC'));
