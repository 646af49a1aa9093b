import { Field, showToast } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { useSubmit } from '../../platform/submit.ts';
import { SecurityPage, leaveStep } from './page-parts.tsx';
import { ProofForm } from './proof-form.tsx';
import { useSecurityChanged, type SecurityState } from './queries.ts';

const PHRASE_MAX = 40;

function Choose({ state }: { readonly state: SecurityState }) {
  const t = useTranslations('security.phrase');
  const changed = useSecurityChanged();
  const [phrase, setPhrase] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const { busy, submit } = useSubmit('setPhrase', {
    onDone(_answer, isHere) {
      changed();
      showToast('ok', t('saved'));
      if (isHere) leaveStep();
    },
    onRefused: setRefusal,
  });
  const check = () => {
    setMissing(phrase.trim() === '');
    if (phrase.trim() === '') showToast('bad', t('missing'));
    return phrase.trim() !== '';
  };
  return (
    <>
      <p className="text-14 text-ink-2">{t('why')}</p>
      <ProofForm
        state={state}
        submitText={t('save')}
        busy={busy}
        refusal={refusal}
        check={check}
        onType={() => setRefusal(undefined)}
        onSend={(proof) => void submit({ phrase: phrase.trim(), ...proof })}
      >
        <Field
          label={t('field')}
          placeholder={t('hint')}
          dir="auto"
          maxLength={PHRASE_MAX}
          autoComplete="off"
          value={phrase}
          error={isMissing ? t('missing') : refusal?.reason === 'bad_text' ? refusal.message : undefined}
          onChange={(event) => {
            setPhrase(event.target.value);
            setMissing(false);
            setRefusal(undefined);
          }}
        />
      </ProofForm>
    </>
  );
}

/** /security?view=phrase: chooses the words in the platform's mails. */
export function PhrasePage() {
  const t = useTranslations('security.phrase');
  return <SecurityPage title={t('title')}>{(state) => <Choose state={state} />}</SecurityPage>;
}
