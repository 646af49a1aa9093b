/** A password to be set is 6 to 20 letters and digits (spec part 1, section 5). */
export const hasGoodLength = (password: string): boolean => password.length >= 6 && password.length <= 20;
export const hasGoodCharacters = (password: string): boolean => /^[A-Za-z0-9]+$/.test(password);
export const isGoodPassword = (password: string): boolean => hasGoodLength(password) && hasGoodCharacters(password);
