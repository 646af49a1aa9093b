import { asciiDigits } from '@plimsoll/i18n';
import { buttonClass, Field, Note, showToast, SubmitButton, Tag } from '@plimsoll/ui';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { rememberedAccount } from '../../platform/session.ts';
import { remember } from '../../platform/storage.ts';
import { useSubmit } from '../../platform/submit.ts';
import { isEmail } from '../../platform/account-shape.ts';
import { CaptchaField } from '../../platform/captcha-field.tsx';
import { keepKnown } from './known-devices.ts';
import { SecurityPage, leaveStep, WaitsNote } from './page-parts.tsx';
import { ProofForm } from './proof-form.tsx';
import { useSecurityChanged, type SecurityState } from './queries.ts';
import { useOfferToEndOthers } from './use-offer-to-end-others.ts';

const isolated = (text: string): string => `\u2068${text}\u2069`;

function Prove({ email }: { readonly email: string }) {
  const t = useTranslations('security.email');
  const words = useTranslations('membership.register');
  const prove = useTranslations('security.prove');
  const changed = useSecurityChanged();
  const [captcha, setCaptcha] = useState('');
  const [error, setError] = useState<string>();
  const { busy, submit } = useSubmit('proveEmail', {
    onDone(_answer, isHere) {
      changed();
      if (isHere) leaveStep();
    },
    onRefused: ({ message }) => setError(message),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (captcha.trim() !== '') {
      void submit({ captcha: asciiDigits(captcha).trim() });
      return;
    }
    setError(words('captchaMissing'));
    showToast('bad', words('captchaMissing'));
  };
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <p className="text-14 text-ink-2 [overflow-wrap:anywhere]">{t('proveText', { email: isolated(email) })}</p>
      <CaptchaField
        call="sendEmailCode"
        account={email}
        value={captcha}
        error={error}
        onChange={(text) => {
          setCaptcha(text);
          setError(undefined);
        }}
      />
      <SubmitButton busy={busy} busyText={prove('busy')}>
        {t('confirm')}
      </SubmitButton>
    </form>
  );
}

const ABOUT_ADDRESS: readonly (string | undefined)[] = ['bad_email', 'already_registered'];

function useEmailChange(onRefused: (refusal: Refusal) => void) {
  const changed = useSecurityChanged();
  const offer = useOfferToEndOthers();
  const client = useQueryClient();
  return useSubmit('setEmail', {
    onDone({ username, known }, isHere) {
      keepKnown(username, known);
      if (rememberedAccount() !== '') remember('account', username);
      changed();
      void client.invalidateQueries({ queryKey: ['getusr'] });
      offer();
      if (isHere) leaveStep();
    },
    onRefused,
  });
}

function Change({ state }: { readonly state: SecurityState }) {
  const t = useTranslations('security.email');
  const words = useTranslations('membership.register');
  const phrase = useTranslations('security.phrase');
  const [email, setEmail] = useState('');
  const [captcha, setCaptcha] = useState('');
  const [wasTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const { busy, submit } = useEmailChange(setRefusal);
  const [isBad, isMissing] = [!isEmail(email), captcha.trim() === ''];
  const check = () => {
    setTried(true);
    if (isBad || isMissing) showToast('bad', words(isBad ? 'badEmail' : 'captchaMissing'));
    return !isBad && !isMissing;
  };
  const type = (set: (text: string) => void) => (text: string) => {
    set(text);
    setRefusal(undefined);
  };
  const refusedText = (isAbout: boolean) => (isAbout ? refusal?.message : undefined);
  return (
    <>
      <p className="text-14 text-ink-2">{t(state.email === null ? 'addText' : 'changeText')}</p>
      <WaitsNote />
      <ProofForm
        state={state}
        submitText={phrase('save')}
        busy={busy}
        refusal={refusal}
        check={check}
        onType={() => setRefusal(undefined)}
        onSend={(proof) => void submit({ email: email.trim(), captcha: asciiDigits(captcha).trim(), ...proof })}
      >
        <Field
          label={t(state.email === null ? 'title' : 'newField')}
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          value={email}
          error={wasTried && isBad ? words('badEmail') : refusedText(ABOUT_ADDRESS.includes(refusal?.reason))}
          onChange={(event) => type(setEmail)(event.target.value)}
        />
        <CaptchaField
          call="sendEmailCode"
          account={email}
          value={captcha}
          error={wasTried && isMissing ? words('captchaMissing') : refusedText(refusal?.reason === 'bad_captcha')}
          onChange={type(setCaptcha)}
          onBadAccount={() => setTried(true)}
        />
      </ProofForm>
    </>
  );
}

function Present({ state, email }: { readonly state: SecurityState; readonly email: string }) {
  const t = useTranslations('security');
  const isProven = state.email_proven === 1;
  return (
    <>
      <p className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-md bg-raised px-3.5 py-2 in-data-[theme=day]:bg-surface">
        <bdi dir="ltr" className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          {email}
        </bdi>
        {isProven ? (
          <Tag kind="ok" icon={check}>
            {t('rows.proven')}
          </Tag>
        ) : (
          <Tag kind="wait">{t('rows.unproven')}</Tag>
        )}
      </p>
      {state.email_needed === 1 && (
        <Note kind="warn" icon={warn}>
          {t('email.needed')}
        </Note>
      )}
      {!isProven && <Prove email={email} />}
      <Link to="/security?view=email&step=change" className={`${buttonClass(isProven ? 'quiet' : 'line')} w-full`}>
        {t('rows.change')}
      </Link>
    </>
  );
}

/** /security?view=email: the member's address and whether it is proven; with `step=change` another one. */
export function EmailPage() {
  const t = useTranslations('security.email');
  const [query] = useSearchParams();
  const isChange = query.get('step') === 'change';
  return (
    <SecurityPage title={t('title')}>
      {(state) =>
        state.email === null || isChange ? <Change state={state} /> : <Present state={state} email={state.email} />
      }
    </SecurityPage>
  );
}
