import { Field, loneLinkClass, showToast } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { isEmail } from './register-form.ts';
import { useCountdown } from './use-countdown.ts';

/** Wait before another code may be sent (spec part 1, section 9). */
const RESEND_AFTER_S = 60;

interface CaptchaFieldProps {
  /** What asks for it: a visitor, or a member for an address of theirs. */
  readonly call?: 'emssend' | 'sendEmailCode';
  readonly email: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  /** The address is no address: the form shows it at its own field. */
  readonly onBadEmail?: () => void;
}

/** The code that comes by mail, and the button that sends it. */
export function CaptchaField({ call = 'emssend', email, value, error, onChange, onBadEmail }: CaptchaFieldProps) {
  const t = useTranslations('membership.register');
  const { left, start } = useCountdown();
  const { busy, submit } = useSubmit(call, { onDone: () => start(RESEND_AFTER_S) });
  const send = () => {
    if (!isEmail(email)) {
      showToast('bad', t('badEmail'));
      onBadEmail?.();
      return;
    }
    void submit({ email: email.trim() });
  };
  return (
    <Field
      label={t('captcha')}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder={t('captchaHint')}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      end={(
        <button type="button" className={`${loneLinkClass} -my-1 whitespace-nowrap disabled:text-ink-3`} disabled={left > 0 || busy} onClick={send}>
          {left > 0 ? t('resendIn', { seconds: left }) : t(busy ? 'sendingCode' : 'sendCode')}
        </button>
      )}
    />
  );
}
