import { PASSWORD_FORM } from '@plimsoll/contract/figures';

/** True for a password of valid form, without blanks around it. Whether it is a common one only the server knows. */
export const isGoodPassword = (password: string): boolean => PASSWORD_FORM.test(password.trim().normalize('NFC'));
