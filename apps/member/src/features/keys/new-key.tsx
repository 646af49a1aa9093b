import { Note, showToast } from '@plimsoll/ui';
import { warn } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { useSubmit } from '../../platform/submit.ts';
import { isAboutSecond, ProofForm, type SecurityState } from '../security/index.ts';
import { KeyFields, useErrorWords } from './key-fields.tsx';
import { keyErrors, keyFields, NEW_KEY, refusedField, type KeyDraft } from './key-form.ts';
import { KeyShown } from './key-shown.tsx';
import { useKeysChanged } from './queries.ts';
import { holdFor, useMade } from './use-made.ts';

/** A form that makes a key, and then the key. */
export function NewKey({ state }: { readonly state: SecurityState }) {
  const t = useTranslations('keys');
  const changed = useKeysChanged();
  const [draft, setDraft] = useState<KeyDraft>(NEW_KEY);
  const [wasTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const made = useMade();
  const words = useErrorWords(keyErrors(draft));
  const { busy, submit } = useSubmit('makeKey', {
    announce: false,
    onDone(answer, isHere) {
      changed();
      made.keep(answer, isHere);
    },
    onRefused: setRefusal,
  });
  if (made.shown) return <KeyShown {...made.shown} onLeave={made.saved} />;
  const first = Object.values(words).find((each) => each !== undefined);
  const field = refusedField(refusal?.reason, draft);
  const isAboutForm = refusal && field === undefined && refusal.reason !== 'bad_login' && !isAboutSecond(refusal);
  const check = () => {
    setTried(true);
    if (first === undefined) return true;
    showToast('bad', first);
    return false;
  };
  return (
    <>
      <p className="text-14 text-ink-2">{t('text')}</p>
      <ProofForm
        state={state}
        submitText={t('create')}
        busy={busy}
        refusal={refusal}
        onType={() => setRefusal(undefined)}
        check={check}
        onSend={(proof) => void holdFor(submit({ ...keyFields(draft, Date.now()), ...proof }))}
      >
        <KeyFields
          draft={draft}
          wrong={{ ...(wasTried ? words : {}), ...(refusal && field ? { [field]: refusal.message } : {}) }}
          onChange={(part) => {
            setDraft((before) => ({ ...before, ...part }));
            setRefusal(undefined);
          }}
        />
        {isAboutForm && (
          <div role="alert">
            <Note kind="bad" icon={warn}>
              {refusal.message}
            </Note>
          </div>
        )}
      </ProofForm>
    </>
  );
}
