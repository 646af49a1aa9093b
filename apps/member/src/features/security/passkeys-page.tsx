import type { Answer, Passkey } from '@plimsoll/contract';
import { formatTime } from '@plimsoll/i18n';
import { buttonClass, Empty, Field, Icon, Note, showToast, useReading } from '@plimsoll/ui';
import { key, trash } from '@plimsoll/ui/icons-screens';
import { info } from '@plimsoll/ui/icons-shell';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { Link, stillHere, useSearchParams } from '../../platform/router.tsx';
import { useSubmit } from '../../platform/submit.ts';
import { CodesShown } from './codes-shown.tsx';
import { SecurityPage, leaveStep, WaitsNote } from './page-parts.tsx';
import { makePasskey } from './passkey.ts';
import { passkeysWorkAt } from './passkeys-work.ts';
import { ProofForm } from './proof-form.tsx';
import { useSecurityChanged, type SecurityState } from './queries.ts';
import { useCodes } from './use-codes.ts';
import { useOfferToEndOthers } from './use-offer-to-end-others.ts';

const AT = '/security?view=passkeys';
const NAME_MAX = 40;

function useAddPasskey(name: string) {
  const t = useTranslations('security.passkeys');
  const changed = useSecurityChanged();
  const offer = useOfferToEndOthers();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isMaking, setMaking] = useState(false);
  const codes = useCodes();
  const added = useSubmit('addPasskey', {
    onDone({ recovery_codes }) {
      const isHere = isStillHere.current();
      changed();
      if (recovery_codes) codes.keep(recovery_codes, isHere);
      else if (isHere) leaveStep();
      offer();
    },
  });
  // Of the page on which it was begun: the system's own window is open for long.
  const isStillHere = useRef<() => boolean>(() => true);
  const make = async (options: Answer<'startPasskey'>, wasHere: boolean) => {
    const isHere = stillHere();
    isStillHere.current = () => wasHere && isHere();
    setMaking(true);
    const passkey = await makePasskey(options);
    setMaking(false);
    if (passkey === undefined) showToast('bad', t('failed'));
    else await added.submit({ name, passkey });
  };
  const started = useSubmit('startPasskey', {
    announce: false,
    onDone: (options, isHere) => void make(options, isHere),
    onRefused: setRefusal,
  });
  return { codes, refusal, setRefusal, start: started.submit, isBusy: started.busy || isMaking || added.busy };
}

function Add({ state }: { readonly state: SecurityState }) {
  const t = useTranslations('security.passkeys');
  const [name, setName] = useState('');
  const [wasTried, setTried] = useState(false);
  const { codes, refusal, setRefusal, start, isBusy } = useAddPasskey(name.trim());
  const check = () => {
    setTried(true);
    if (name.trim() !== '') return true;
    showToast('bad', t('nameMissing'));
    return false;
  };
  if (codes.shown) return <CodesShown codes={codes.shown} onKept={codes.saved} />;
  return (
    <>
      <p className="text-14 text-ink-2">{t('text')}</p>
      <ProofForm
        state={state}
        submitText={t('make')}
        busy={isBusy}
        refusal={refusal}
        onType={() => setRefusal(undefined)}
        check={check}
        onSend={(proof) => void start({ ...proof })}
      >
        <Field
          label={t('name')}
          placeholder={t('nameHint')}
          dir="auto"
          maxLength={NAME_MAX}
          value={name}
          error={wasTried && name.trim() === '' ? t('nameMissing') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      </ProofForm>
    </>
  );
}

function Remove({ state, passkey: { id, name } }: { readonly state: SecurityState; readonly passkey: Passkey }) {
  const t = useTranslations('security.passkeys');
  const changed = useSecurityChanged();
  const [refusal, setRefusal] = useState<Refusal>();
  const { busy, submit } = useSubmit('removePasskey', {
    onDone(_answer, isHere) {
      changed();
      if (isHere) leaveStep();
    },
    onRefused: setRefusal,
  });
  return (
    <>
      <h2 className="text-17 font-semibold [overflow-wrap:anywhere]">{t('removeTitle', { name })}</h2>
      <p className="text-14 text-ink-2">{t('removeText')}</p>
      <WaitsNote />
      <ProofForm
        state={state}
        submitText={t('remove')}
        kind="danger"
        busy={busy}
        refusal={refusal}
        onType={() => setRefusal(undefined)}
        onSend={(proof) => void submit({ id, ...proof })}
      />
    </>
  );
}

function List({ state: { passkeys, passkey_origin } }: { readonly state: SecurityState }) {
  const t = useTranslations('security.passkeys');
  const reading = useReading();
  const date = (at: string) => formatTime(at, { ...reading, style: 'date' });
  const isAtHome = passkeysWorkAt(new URL(passkey_origin).hostname);
  const isKnown = isSecureContext && 'PublicKeyCredential' in globalThis;
  return (
    <>
      <p className="text-14 text-ink-2">{t('text')}</p>
      {passkeys.length === 0 ? (
        <Empty title={t('none')} className="py-4!" />
      ) : (
        <ul className="rows -mx-4 border-y">
          {passkeys.map(({ id, name, addtime, last_used }) => (
            <li key={id} className="flex min-h-16 items-center gap-3.5 px-4 py-2">
              <Icon of={key} duo />
              <span className="grid min-w-0 flex-1 gap-0.5">
                <span className="font-medium [overflow-wrap:anywhere]">
                  <bdi>{name}</bdi>
                </span>
                <span className="text-12 text-ink-3">
                  {t('added', { date: date(addtime) })} ·{' '}
                  {last_used === null ? t('unused') : t('used', { date: date(last_used) })}
                </span>
              </span>
              <Link
                to={`${AT}&remove=${id}`}
                aria-label={t('removeNamed', { name })}
                className="relative -me-2.5 grid size-11 flex-none place-items-center rounded-md text-ink-2"
              >
                <Icon of={trash} size={20} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isAtHome ? (
        <Link to={`${AT}&step=add`} className={`${buttonClass()} w-full`}>
          {t('add')}
        </Link>
      ) : (
        <Note icon={info}>
          {isKnown || !isSecureContext ? t('elsewhere', { origin: passkey_origin }) : t('unsupported')}
        </Note>
      )}
    </>
  );
}

/** /security?view=passkeys: the member's passkeys; `step=add` makes one, `remove` with its number removes it. */
export function PasskeysPage() {
  const t = useTranslations('security');
  const [query] = useSearchParams();
  const named = query.get('remove');
  return (
    <SecurityPage title={t('rows.passkeys')}>
      {(state) => {
        if (query.get('step') === 'add') return <Add state={state} />;
        if (named === null) return <List state={state} />;
        const passkey = state.passkeys.find(({ id }) => String(id) === named);
        return passkey ? <Remove state={state} passkey={passkey} /> : <Empty title={t('passkeys.gone')} />;
      }}
    </SecurityPage>
  );
}
