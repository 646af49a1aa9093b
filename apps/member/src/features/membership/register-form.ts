import type { Settings } from '@plimsoll/contract';
import { isEmail, isPhone } from '../../platform/account-shape.ts';
import { isGoodPassword } from '../../platform/password-shape.ts';

export type RegisterBy = 'email' | 'phone';

export interface RegisterFields {
  readonly by: RegisterBy;
  readonly email: string;
  readonly phone: string;
  readonly captcha: string;
  readonly password: string;
  readonly repassword: string;
  readonly invitation: string;
}

export type RegisterError =
  | 'badEmail'
  | 'badPhone'
  | 'badPassword'
  | 'passwordsDiffer'
  | 'captchaMissing'
  | 'smsMissing';
export type RegisterErrors = Partial<Record<'account' | 'captcha' | 'password' | 'repassword', RegisterError>>;

/** The ways of registering that are switched on. */
export const waysToRegister = (
  settings: Pick<Settings, 'email_register_switch' | 'phone_register_switch'>,
): RegisterBy[] => [
  ...(settings.email_register_switch === 1 ? ['email' as const] : []),
  ...(settings.phone_register_switch === 1 ? ['phone' as const] : []),
];

type Verifying = Pick<Settings, 'verify_email_code' | 'verify_phone_code'>;
/** True where a code is required that comes by mail or text message. */
export const needsCaptcha = (by: RegisterBy, { verify_email_code, verify_phone_code }: Verifying): boolean =>
  (by === 'email' ? verify_email_code : verify_phone_code) === 1;

/** What is wrong with a registration, by field (PRODUCT 4); empty when it may be sent. */
export function registerErrors(fields: RegisterFields, settings: Verifying): RegisterErrors {
  const errors: RegisterErrors = {};
  if (fields.by === 'email' ? !isEmail(fields.email) : !isPhone(fields.phone))
    errors.account = fields.by === 'email' ? 'badEmail' : 'badPhone';
  if (needsCaptcha(fields.by, settings) && fields.captcha.trim() === '')
    errors.captcha = fields.by === 'email' ? 'captchaMissing' : 'smsMissing';
  if (!isGoodPassword(fields.password)) errors.password = 'badPassword';
  if (fields.repassword !== fields.password) errors.repassword = 'passwordsDiffer';
  return errors;
}

/** The call's fields (PRODUCT 4). */
export function registerPayload(fields: RegisterFields, settings: Verifying & Pick<Settings, 'invie_code_switch'>) {
  return {
    type: fields.by === 'email' ? 2 : 1,
    email: fields.by === 'email' ? fields.email.trim() : '',
    phone: fields.by === 'phone' ? fields.phone.trim() : '',
    password: fields.password,
    repassword: fields.repassword,
    code: settings.invie_code_switch === 1 ? fields.invitation.trim() : '',
    captcha: needsCaptcha(fields.by, settings) ? fields.captcha.trim() : '',
  };
}
