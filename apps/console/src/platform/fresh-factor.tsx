import type { OperatorCall } from '@plimsoll/contract/operator';
import type { askFactor } from '@plimsoll/contract/operator/operators';
import { Button, Dialog, Field } from '@plimsoll/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { answerFactor, ask, onFactorAsked } from './api.ts';
import { passkeysWorkAt, signWithPasskey } from './passkey.ts';
import { useProblemWords } from './problem-words.ts';

type Factors = typeof askFactor extends OperatorCall<infer _In, infer Out> ? Out : never;

/** The operator's factors; a code if they cannot be read. */
const factors = (): Promise<Factors> =>
  ask<Factors>('POST', '/session/factor/begin').then(
    ({ data }) => data,
    () => ({ totp: 1, passkey: null }),
  );

/** State and submit of the dialog. */
function useFreshFactor() {
  const t = useTranslations('console.factor');
  const words = useProblemWords();
  const [asked, setAsked] = useState<Factors>();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(
    () =>
      onFactorAsked(() => {
        setCode('');
        setError(undefined);
        void factors().then(setAsked);
      }),
    [],
  );
  const takesCode = asked?.totp === 1;
  const request = asked?.passkey ?? undefined;
  const takesPasskey = request !== undefined && passkeysWorkAt(request.rpId);
  const end = (isShown: boolean) => {
    setAsked(undefined);
    answerFactor(isShown);
  };
  const show = async (given: () => Promise<object | undefined>) => {
    setBusy(true);
    try {
      const body = await given();
      if (body) {
        await ask('POST', '/session/factor', { body });
        end(true);
      } else setError(t('noPasskey'));
    } catch (failure) {
      setError(words(failure));
      // A passkey request is valid for one answer.
      setAsked(await factors());
    } finally {
      setBusy(false);
    }
  };
  const showCode = () => show(async () => ({ code: code.replaceAll(' ', '') }));
  const showPasskey = () =>
    show(async () => {
      const passkey = request && (await signWithPasskey(request));
      return passkey === undefined ? undefined : { passkey };
    });
  return {
    asked,
    code,
    error,
    isBusy,
    takesCode,
    takesPasskey,
    end,
    showCode,
    showPasskey,
    onCode: (typed: string) => {
      setCode(typed);
      setError(undefined);
    },
  };
}

/** Asks for a code or a passkey where a decision needs a fresh factor. */
export function FreshFactor() {
  const t = useTranslations('console.factor');
  const { asked, code, error, isBusy, takesCode, takesPasskey, end, showCode, showPasskey, onCode } = useFreshFactor();
  const confirm = takesCode || !takesPasskey ? showCode : showPasskey;
  return (
    <Dialog
      open={asked !== undefined}
      onClose={() => end(false)}
      title={t(takesCode ? 'title' : 'passkeyTitle')}
      cancel={t('back')}
      confirm={t(confirm === showCode ? 'confirm' : 'passkey')}
      busy={isBusy}
      busyText={t('busy')}
      onConfirm={() => void confirm()}
    >
      <p className="mb-4">{t(takesCode ? 'text' : 'passkeyText')}</p>
      {takesCode && (
        <CodeField asked={asked} code={code} error={error} onCode={onCode} onEnter={() => void showCode()} />
      )}
      {!takesCode && (
        <p role="alert" className="text-13 text-danger empty:hidden">
          {error}
        </p>
      )}
      {takesCode && takesPasskey && (
        <Button kind="line" className="mt-4 w-full" disabled={isBusy} onClick={() => void showPasskey()}>
          {t('passkey')}
        </Button>
      )}
    </Dialog>
  );
}

interface CodeFieldProps {
  readonly asked: Factors | undefined;
  readonly code: string;
  readonly error: string | undefined;
  readonly onCode: (typed: string) => void;
  readonly onEnter: () => void;
}

function CodeField({ asked, code, error, onCode, onEnter }: CodeFieldProps) {
  const t = useTranslations('console.factor');
  const field = useRef<HTMLInputElement>(null);
  // Again after each refusal.
  useEffect(() => {
    if (asked) field.current?.focus();
  }, [asked]);
  return (
    <Field
      ref={field}
      label={t('code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      value={code}
      error={error}
      onChange={(event) => onCode(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
      }}
    />
  );
}
