const EMAIL = /^[^\s@<>\p{C}]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/iu;
const PHONE = /^\d{6,20}$/;

/** Whether a text has the shape of an email address; spaces around it do not count. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim());
/** Whether a text has the shape of a phone number: 6 to 20 digits; spaces around it do not count. */
export const isPhone = (text: string): boolean => PHONE.test(text.trim());
