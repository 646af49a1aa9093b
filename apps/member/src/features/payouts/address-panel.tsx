import { isKnown, localeOf } from '@plimsoll/i18n';
import { AddressText, BottomBar, Button, Field, Note, showToast, SubmitButton, useReading } from '@plimsoll/ui';
import { lock } from '@plimsoll/ui/icons-screens';
import { warn } from '@plimsoll/ui/icons-shell';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { isAboutProof, ProofFields, useProof } from '../security/index.ts';
import { openService } from '../site/index.ts';
import { canBind, type AddressCoin } from './address-coins.ts';
import { BoundCard } from './bound-card.tsx';

const FORM = 'bind-address';
/** As the server reads it. */
const trimmed = (text: string): string => text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
/** Browsers lend the clipboard to secure pages only, and some not at all. */
const canPaste = (): boolean => isSecureContext && 'readText' in navigator.clipboard;

/** Says that the address stays as it is, and who can help. */
function Fixed() {
  const t = useTranslations('payouts.address');
  const app = useTranslations('app');
  const settings = useSettings();
  const ask = () => {
    if (!openService(settings)) showToast('bad', app('contactService'));
  };
  return (
    <>
      <Note icon={lock}>{t('fixed')}</Note>
      <Button kind="quiet" onClick={ask}>
        {t('contact')}
      </Button>
    </>
  );
}

interface AddressPanelProps {
  readonly coin: AddressCoin;
  readonly onBound: () => void;
  /** What was known is no longer so. */
  readonly onRefused: () => void;
}

/** The address of one coin: the one in force, and the field for another. */
export function AddressPanel({ coin, onBound, onRefused }: AddressPanelProps) {
  const t = useTranslations('payouts.address');
  const reading = useReading();
  const { can_edit_address } = useSettings();
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  /** The server's last word, until something is typed. */
  const [refusal, setRefusal] = useState<Refusal>();
  const proof = useProof();
  const refused = isAboutProof(refusal) ? undefined : refusal?.message;
  const enter = (next: string) => {
    setText(next);
    setMissing(false);
    setRefusal(undefined);
  };
  const { busy, submit } = useSubmit('setusraddress', {
    onDone() {
      enter('');
      onBound();
    },
    onRefused(next) {
      setRefusal(next);
      onRefused();
      if (isAboutProof(next)) proof.lookAgain();
    },
  });
  const { bound } = coin;
  if (!canBind(coin, can_edit_address))
    return (
      <>
        {bound && <BoundCard bound={bound} />}
        <Fixed />
      </>
    );
  const address = trimmed(text);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || proof.busy) return;
    if (address === '') {
      setMissing(true);
      showToast('bad', t('missing'));
      return;
    }
    const given = await proof.give();
    if (given) await submit({ c_id: coin.id, address, ...given });
  };
  const paste = () =>
    void navigator.clipboard.readText().then(
      (copied) => enter(trimmed(copied)),
      () => showToast('bad', t('pasteFailed')),
    );
  const locale = localeOf(reading.language, reading.nativeDigits);
  // Where the browser has no word for "or", commas do.
  const networks = new Intl.ListFormat(locale, { type: isKnown(locale) ? 'disjunction' : 'unit' }).format(
    coin.networks,
  );
  return (
    <>
      {bound && <BoundCard bound={bound} />}
      <form id={FORM} onSubmit={(event) => void send(event)} noValidate className="grid gap-4">
        <Field
          label={t(bound ? 'another' : 'field')}
          aside={coin.networks.length > 0 && <bdi>{coin.networks.join(', ')}</bdi>}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          autoComplete="off"
          maxLength={300}
          placeholder={t('placeholder')}
          value={text}
          error={isMissing ? t('missing') : refused}
          onChange={(event) => enter(event.target.value)}
          end={
            canPaste() && (
              <button type="button" onClick={paste} className="hit flex-none px-0.5 font-medium text-water">
                {t('paste')}
              </button>
            )
          }
        />
        {address !== '' && refused === undefined && (
          <div className="grid gap-1.5 rounded-lg bg-surface px-4 py-3.5">
            <p className="text-13 text-ink-2">{t('compare')}</p>
            <AddressText address={address} />
          </div>
        )}
        <ProofFields proof={proof} refusal={refusal} onType={() => setRefusal(undefined)} />
        {coin.networks.length > 0 && (
          <Note kind="warn" icon={warn}>
            {t('warning', { coin: coin.title, networks })}
            {can_edit_address !== 1 && ` ${t('onlyOnce')}`}
          </Note>
        )}
      </form>
      <BottomBar>
        <SubmitButton form={FORM} busy={busy || proof.busy} busyText={t('saving')}>
          {t(bound ? 'change' : 'save')}
        </SubmitButton>
      </BottomBar>
    </>
  );
}
