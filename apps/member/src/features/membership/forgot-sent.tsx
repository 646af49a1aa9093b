import { Button } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { ForgotFrame } from './forgot-frame.tsx';
import { useCountdown } from '../../platform/use-countdown.ts';

const RESEND_AFTER_S = 60;

/** The second step: a link was sent if there is such an account. */
export function ForgotSent({ email }: { readonly email: string }) {
  const t = useTranslations('membership.forgot');
  const register = useTranslations('membership.register');
  const { left, start } = useCountdown(RESEND_AFTER_S);
  const { busy, submit } = useSubmit('forgotpwd', { onDone: () => start(RESEND_AFTER_S), announce: false });
  return (
    <ForgotFrame
      step={2}
      title={t('sentTitle')}
      lead={t.rich('sentText', {
        email,
        b: (words) => (
          <b className="text-ink">
            <bdi>{words}</bdi>
          </b>
        ),
      })}
    >
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
        <span className="flex-[1_1_9rem] text-14 text-ink-2">{t('spam')}</span>
        <Button
          kind="quiet"
          className="max-w-full flex-none"
          disabled={left > 0 || busy}
          onClick={() => void submit({ email })}
        >
          {left > 0 ? register('resendIn', { seconds: left }) : t('again')}
        </Button>
      </div>
      <p className="mt-5 text-13 text-ink-3">{t('same')}</p>
    </ForgotFrame>
  );
}
