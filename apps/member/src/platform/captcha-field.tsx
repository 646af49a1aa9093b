import { CODE_DIGITS } from '@plimsoll/contract/figures';
import { Field, loneLinkClass, showToast } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useSubmit } from './submit.ts';
import { isEmail, isPhone } from './account-shape.ts';
import { useCountdown } from './use-countdown.ts';

/** Wait before another code may be sent (PRODUCT 4). */
const RESEND_AFTER_S = 60;

interface CaptchaFieldProps {
  readonly call?: 'emssend' | 'smssend' | 'sendEmailCode';
  readonly account: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  /** The address or number is invalid: the form shows it at its own field. */
  readonly onBadAccount?: () => void;
}

/** The code that comes by mail or text message, and the button that sends it. */
export function CaptchaField({ call = 'emssend', account, value, error, onChange, onBadAccount }: CaptchaFieldProps) {
  const t = useTranslations('membership.register');
  const byPhone = call === 'smssend';
  const { left, start } = useCountdown();
  const { busy, submit } = useSubmit(call, { onDone: () => start(RESEND_AFTER_S) });
  const send = () => {
    if (byPhone ? !isPhone(account) : !isEmail(account)) {
      showToast('bad', t(byPhone ? 'badPhone' : 'badEmail'));
      onBadAccount?.();
      return;
    }
    void submit({ [byPhone ? 'phone' : 'email']: account.trim() });
  };
  return (
    <Field
      label={t(byPhone ? 'smsCode' : 'captcha')}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder={t('captchaHint', { count: CODE_DIGITS })}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      end={
        <button
          type="button"
          className={`${loneLinkClass} -my-1 whitespace-nowrap disabled:text-ink-3`}
          disabled={left > 0 || busy}
          onClick={send}
        >
          {left > 0 ? t('resendIn', { seconds: left }) : t(busy ? 'sendingCode' : 'sendCode')}
        </button>
      }
    />
  );
}
