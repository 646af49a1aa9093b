import { Dialog, Field } from '@plimsoll/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { answerFactor, ask, onFactorAsked } from './api.ts';
import { useProblemWords } from './problem-words.ts';

/** Asks for a code of the authenticator where a decision needs a fresh one; then what was asked goes on. */
export function FreshFactor() {
  const t = useTranslations('console.factor');
  const words = useProblemWords();
  const [isAsked, setAsked] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => onFactorAsked(() => {
    setCode('');
    setError(undefined);
    setAsked(true);
  }), []);
  useEffect(() => { if (isAsked) field.current?.focus(); }, [isAsked]);
  const end = (isShown: boolean) => {
    setAsked(false);
    answerFactor(isShown);
  };
  const show = async () => {
    setBusy(true);
    try {
      await ask('POST', '/session/factor', { body: { code: code.replaceAll(' ', '') } });
      end(true);
    } catch (failure) {
      setError(words(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={isAsked} onClose={() => end(false)} title={t('title')} cancel={t('back')} confirm={t('confirm')} busy={isBusy} busyText={t('busy')} onConfirm={() => { void show(); }}>
      <p className="mb-4">{t('text')}</p>
      <Field
        ref={field}
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        value={code}
        error={error}
        onChange={(event) => { setCode(event.target.value); setError(undefined); }}
        onKeyDown={(event) => { if (event.key === 'Enter') void show(); }}
      />
    </Dialog>
  );
}
