import { RESET_LINK_MINUTES } from '@plimsoll/contract/figures';
import { Field, loneLinkClass, showToast, SubmitButton } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { openService } from '../site/index.ts';
import { ForgotFrame } from './forgot-frame.tsx';
import { isEmail } from '../../platform/account-shape.ts';

interface ForgotAskProps {
  readonly email: string;
  readonly onType: (email: string) => void;
  readonly onSent: (isHere: boolean) => void;
}

/** The first step: the address that a link is mailed to. */
export function ForgotAsk({ email, onType, onSent }: ForgotAskProps) {
  const t = useTranslations('membership.forgot');
  const register = useTranslations('membership.register');
  const app = useTranslations('app');
  const settings = useSettings();
  const [wasTried, setTried] = useState(false);
  const { busy, submit } = useSubmit('forgotpwd', {
    onDone: (_answer, isHere) => onSent(isHere),
    announce: false,
  });
  const isBad = wasTried && !isEmail(email);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isEmail(email)) void submit({ email: email.trim() });
    else showToast('bad', register('badEmail'));
  };
  return (
    <ForgotFrame step={1} title={app('titles.forgot')} lead={t('lead', { minutes: RESET_LINK_MINUTES })}>
      <form className="mt-6 grid gap-4" onSubmit={send} noValidate>
        <Field
          label={register('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          dir="ltr"
          value={email}
          error={isBad ? register('badEmail') : undefined}
          onChange={(event) => onType(event.target.value)}
        />
        <SubmitButton busy={busy} busyText={register('sendingCode')}>
          {t('send')}
        </SubmitButton>
      </form>
      <p className="mt-5 text-13 text-ink-2">
        {t('lost')}{' '}
        <button
          type="button"
          className={loneLinkClass}
          onClick={() => {
            if (!openService(settings)) showToast('info', app('contactService'));
          }}
        >
          {t('prove')}
        </button>
      </p>
    </ForgotFrame>
  );
}
