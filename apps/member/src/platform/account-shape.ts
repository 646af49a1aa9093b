const EMAIL = /^[^\s@<>\p{C}]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/iu;
const PHONE = /^\d{6,20}$/;

/** Whether it may be an email address; spaces around it are ignored. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim());
/** Whether it may be a phone number: six to twenty digits; spaces around it are ignored. */
export const isPhone = (text: string): boolean => PHONE.test(text.trim());
