import { Field, PasswordField } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';
import { CaptchaField } from '../../platform/captcha-field.tsx';
import { PasswordRules } from '../../platform/password-rules.tsx';
import { needsCaptcha } from './register-form.ts';
import type { FieldName, useRegister } from './use-register.ts';

interface PartProps {
  readonly form: ReturnType<typeof useRegister>;
}

/** The address or number to register with, and the code that is sent there. */
export function AccountFields({ form: { fields, set, show, errorOf } }: PartProps) {
  const t = useTranslations('membership.register');
  const settings = useSettings();
  const isEmail = fields.by === 'email';
  const account = isEmail ? fields.email : fields.phone;
  const kind = isEmail ? 'email' : 'tel';
  return (
    <>
      <Field
        label={t(isEmail ? 'email' : 'phone')}
        type={kind}
        inputMode={kind}
        autoComplete={kind}
        dir="ltr"
        value={account}
        error={errorOf('account')}
        onBlur={() => {
          if (account) show('account');
        }}
        onChange={({ target }) => set(isEmail ? { email: target.value } : { phone: target.value })}
      />
      {needsCaptcha(fields.by, settings) && (
        <CaptchaField
          key={fields.by}
          call={fields.by === 'email' ? 'emssend' : 'smssend'}
          account={account}
          value={fields.captcha}
          error={errorOf('captcha')}
          onChange={(captcha) => set({ captcha })}
          onBadAccount={() => show('account')}
        />
      )}
    </>
  );
}

/** The password, typed twice. */
export function PasswordFields({ form: { fields, set, show, errorOf } }: PartProps) {
  const t = useTranslations('membership.register');
  const field = (name: Extract<FieldName, 'password' | 'repassword'>) => (
    <PasswordField
      label={t(name)}
      autoComplete="new-password"
      value={fields[name]}
      error={errorOf(name)}
      onBlur={() => {
        if (fields[name]) show(name);
      }}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <div className="grid gap-2">
        {field('password')}
        <PasswordRules password={fields.password} />
      </div>
      {field('repassword')}
    </>
  );
}

/** The invitation code. */
export function InvitationField({ form: { fields, invited, set } }: PartProps) {
  const t = useTranslations('membership.register');
  return (
    <Field
      label={t('invitation')}
      aside={t(invited && fields.invitation === invited ? 'fromLink' : 'optional')}
      autoComplete="off"
      autoCapitalize="characters"
      dir="ltr"
      value={fields.invitation}
      onChange={(event) => set({ invitation: event.target.value })}
    />
  );
}
