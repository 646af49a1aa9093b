import type { Answer } from '@plimsoll/contract';
import { AUTHENTICATOR_SECONDS, CODE_DIGITS } from '@plimsoll/contract/figures';
import { asciiDigits, formatTime } from '@plimsoll/i18n';
import {
  buttonClass,
  Field,
  Icon,
  inFours,
  linkClass,
  QrCode,
  showToast,
  SubmitButton,
  useReading,
} from '@plimsoll/ui';
import { copy } from '@plimsoll/ui/icons-screens';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { useSubmit } from '../../platform/submit.ts';
import { CodesShown } from './codes-shown.tsx';
import { SecurityPage, leaveStep, WaitsNote } from './page-parts.tsx';
import { ProofForm } from './proof-form.tsx';
import { useSecurityChanged, type SecurityState } from './queries.ts';
import { useCodes } from './use-codes.ts';
import { useCopied } from './use-copied.ts';
import { useOfferToEndOthers } from './use-offer-to-end-others.ts';

const AT = '/security?view=authenticator';

function KeyShown({ uri, secret }: Pick<Answer<'startTotp'>, 'uri' | 'secret'>) {
  const t = useTranslations('security.authenticator');
  const copied = useCopied();
  return (
    <>
      <p className="text-14 text-ink-2">{t('scan')}</p>
      <QrCode text={uri} label={t('qr')} />
      <div className="grid gap-1.5">
        <p className="text-13 text-ink-2">{t('type')}</p>
        <p dir="ltr" className="mono flex flex-wrap justify-center gap-x-2.5 rounded-md bg-surface px-3 py-3 text-15">
          {inFours(secret).map((four, at) => (
            <span key={at}>{four}</span>
          ))}
        </p>
        <button
          type="button"
          className={`${linkClass} hit min-h-9 justify-self-center text-14`}
          onClick={() => copied(secret)}
        >
          <Icon of={copy} size={18} />
          {t('copyKey')}
        </button>
      </div>
    </>
  );
}

function Scan({
  uri,
  secret,
  onExpired,
  onSet,
}: Answer<'startTotp'> & {
  readonly onExpired: () => void;
  readonly onSet: (codes: readonly string[] | null, isHere: boolean) => void;
}) {
  const t = useTranslations('security.authenticator');
  const second = useTranslations('security.second');
  const offer = useOfferToEndOthers();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const { busy, submit } = useSubmit('confirmTotp', {
    onDone({ recovery_codes }, isHere) {
      onSet(recovery_codes, isHere);
      offer();
    },
    onRefused: ({ reason, message }) => (reason === 'setup_expired' ? onExpired() : setWrong(message)),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') {
      void submit({ second: asciiDigits(code).trim() });
      return;
    }
    setWrong(second('missing'));
    showToast('bad', second('missing'));
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={send} noValidate>
      <KeyShown uri={uri} secret={secret} />
      <Field
        label={t('confirmText')}
        placeholder={second('codeHint', { count: CODE_DIGITS })}
        autoComplete="one-time-code"
        inputMode="numeric"
        {...(code === '' ? {} : { dir: 'ltr' })}
        maxLength={12}
        value={code}
        error={wrong}
        onChange={(event) => {
          setCode(event.target.value);
          setWrong(undefined);
        }}
      />
      <SubmitButton busy={busy} busyText={second('busy')}>
        {t('confirm')}
      </SubmitButton>
    </form>
  );
}

function SetUp({ state }: { readonly state: SecurityState }) {
  const t = useTranslations('security.authenticator');
  const changed = useSecurityChanged();
  const [refusal, setRefusal] = useState<Refusal>();
  const [fresh, setFresh] = useState<Answer<'startTotp'>>();
  const codes = useCodes();
  const { busy, submit } = useSubmit('startTotp', { announce: false, onDone: setFresh, onRefused: setRefusal });
  if (codes.shown) return <CodesShown codes={codes.shown} onKept={codes.saved} />;
  if (fresh) {
    const onSet = (made: readonly string[] | null, isHere: boolean) => {
      changed();
      if (made) codes.keep(made, isHere);
      else if (isHere) leaveStep();
    };
    return <Scan {...fresh} onExpired={() => setFresh(undefined)} onSet={onSet} />;
  }
  return (
    <>
      <p className="text-14 text-ink-2">
        {state.totp === 0 ? t('offText', { seconds: AUTHENTICATOR_SECONDS }) : t('startText')}
      </p>
      {state.totp === 1 && <WaitsNote />}
      <ProofForm
        state={state}
        submitText={t('start')}
        busy={busy}
        refusal={refusal}
        onType={() => setRefusal(undefined)}
        onSend={(proof) => void submit({ ...proof })}
      />
    </>
  );
}

function Remove({ state }: { readonly state: SecurityState }) {
  const t = useTranslations('security.authenticator');
  const changed = useSecurityChanged();
  const [refusal, setRefusal] = useState<Refusal>();
  const { busy, submit } = useSubmit('removeTotp', {
    onDone(_answer, isHere) {
      changed();
      if (isHere) leaveStep();
    },
    onRefused: setRefusal,
  });
  return (
    <>
      <p className="text-14 text-ink-2">{t('removeText')}</p>
      <WaitsNote />
      <ProofForm
        state={state}
        submitText={t('remove')}
        kind="danger"
        busy={busy}
        refusal={refusal}
        onType={() => setRefusal(undefined)}
        onSend={(proof) => void submit({ ...proof })}
      />
    </>
  );
}

/** /security?view=authenticator: sets the app up, replaces it (`step=set`), or removes it (`step=remove`). */
export function AuthenticatorPage() {
  const t = useTranslations('security');
  const reading = useReading();
  const [query] = useSearchParams();
  const step = query.get('step');
  return (
    <SecurityPage title={t('rows.authenticator')}>
      {(state) => {
        if (step === 'set') return <SetUp state={state} />;
        if (state.totp === 1 && step === 'remove') return <Remove state={state} />;
        if (state.totp === 0) {
          return (
            <>
              <p className="text-14 text-ink-2">{t('authenticator.offText', { seconds: AUTHENTICATOR_SECONDS })}</p>
              <Link to={`${AT}&step=set`} className={`${buttonClass()} w-full`}>
                {t('authenticator.setUp')}
              </Link>
            </>
          );
        }
        return (
          <>
            <p className="text-14 text-ink-2">
              {t('authenticator.since', { date: formatTime(state.totp_since ?? '', { ...reading, style: 'date' }) })}
            </p>
            <div className="grid gap-3">
              <Link to={`${AT}&step=set`} className={`${buttonClass('quiet')} w-full`}>
                {t('authenticator.replace')}
              </Link>
              <Link to={`${AT}&step=remove`} className={`${buttonClass('line')} w-full text-danger!`}>
                {t('authenticator.remove')}
              </Link>
            </div>
          </>
        );
      }}
    </SecurityPage>
  );
}
