import { isKnown, localeOf } from '@plimsoll/i18n';
import { AddressText, BottomBar, Button, Field, Note, showToast, SubmitButton, useReading } from '@plimsoll/ui';
import { lock } from '@plimsoll/ui/icons-screens';
import { warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';
import { ProofFields } from '../security/index.ts';
import { openService } from '../site/index.ts';
import { canBind, type AddressCoin } from './address-coins.ts';
import { trimmed, useAddress } from './use-address.ts';
import { BoundCard } from './bound-card.tsx';

const FORM = 'bind-address';
/** Some browsers have no clipboard, and none on insecure pages. */
const canPaste = (): boolean => isSecureContext && 'readText' in navigator.clipboard;

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
  readonly onBound: (isHere: boolean) => void;
  readonly onRefused: () => void;
}

function useNetworks({ networks }: AddressCoin): string {
  const { language, nativeDigits } = useReading();
  const locale = localeOf(language, nativeDigits);
  // Commas where the browser has no word for "or".
  return new Intl.ListFormat(locale, { type: isKnown(locale) ? 'disjunction' : 'unit' }).format(networks);
}

interface AddressFieldProps {
  readonly coin: AddressCoin;
  readonly text: string;
  readonly error: string | undefined;
  readonly onEnter: (text: string) => void;
}

function AddressField({ coin, text, error, onEnter }: AddressFieldProps) {
  const t = useTranslations('payouts.address');
  const paste = () =>
    void navigator.clipboard.readText().then(
      (copied) => onEnter(trimmed(copied)),
      () => showToast('bad', t('pasteFailed')),
    );
  return (
    <Field
      label={t(coin.bound ? 'another' : 'field')}
      aside={coin.networks.length > 0 && <bdi>{coin.networks.join(', ')}</bdi>}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      autoComplete="off"
      maxLength={300}
      placeholder={t('placeholder')}
      value={text}
      error={error}
      onChange={(event) => onEnter(event.target.value)}
      end={
        canPaste() && (
          <button type="button" onClick={paste} className="hit flex-none px-0.5 font-medium text-water">
            {t('paste')}
          </button>
        )
      }
    />
  );
}

/** The address of one coin: the present one, and the field for another. */
export function AddressPanel({ coin, onBound, onRefused }: AddressPanelProps) {
  const t = useTranslations('payouts.address');
  const { can_edit_address } = useSettings();
  const networks = useNetworks(coin);
  const { text, enter, address, isMissing, refused, refusal, setRefusal, proof, isBusy, send } = useAddress({
    coin,
    onBound,
    onRefused,
  });
  const { bound } = coin;
  if (!canBind(coin, can_edit_address))
    return (
      <>
        {bound && <BoundCard bound={bound} />}
        <Fixed />
      </>
    );
  return (
    <>
      {bound && <BoundCard bound={bound} />}
      <form id={FORM} onSubmit={(event) => void send(event)} noValidate className="grid gap-4">
        <AddressField coin={coin} text={text} error={isMissing ? t('missing') : refused} onEnter={enter} />
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
        <SubmitButton form={FORM} busy={isBusy} busyText={t('saving')}>
          {t(bound ? 'change' : 'save')}
        </SubmitButton>
      </BottomBar>
    </>
  );
}
