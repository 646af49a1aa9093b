import type { KeyKind } from '@plimsoll/contract';
import { KEY_CAP_HOURS, KEY_MAX_MARKETS, KEY_MAX_NETWORKS } from '@plimsoll/contract/figures';
import { AmountField, Chips, Field, Seg } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { EXPIRES, type KeyDraft, type KeyErrors } from './key-form.ts';
import { MarketsField } from './markets-field.tsx';
import { RightsField } from './rights-field.tsx';

const NAME_MAX = 40;
/** What a key signs with: names, in every language. */
const KINDS: Readonly<Record<KeyKind, string>> = { hmac: 'HMAC-SHA-256', ed25519: 'Ed25519' };
/** How a public key is written: names, too. */
const KEY_FORMS = 'Base64, PEM';
const A_NETWORK = '203.0.113.0/24';

/** What is wrong beside each field, in words. */
export function useErrorWords(errors: KeyErrors) {
  const t = useTranslations('keys.errors');
  const security = useTranslations('security');
  const { networks } = errors;
  return {
    name: errors.name && security('passkeys.nameMissing'),
    publicKey: errors.publicKey && t('publicKey', { kind: KINDS.ed25519 }),
    markets: errors.markets && t('tooManyMarkets', { count: KEY_MAX_MARKETS }),
    networks:
      networks &&
      (networks === 'tooMany'
        ? t('tooManyNetworks', { count: KEY_MAX_NETWORKS })
        : t('network', { network: networks.bad })),
    dayCap: errors.dayCap && t('cap'),
    lossCap: errors.lossCap && t('cap'),
  };
}
export type ErrorWords = ReturnType<typeof useErrorWords>;

interface KeyFieldsProps {
  readonly draft: KeyDraft;
  readonly wrong: Partial<ErrorWords>;
  readonly onChange: (part: Partial<KeyDraft>) => void;
}

function ExpiresField({ draft, onChange }: Omit<KeyFieldsProps, 'wrong'>) {
  const t = useTranslations('keys');
  return (
    <div className="grid gap-1.5">
      <p className="text-13 text-ink-2">{t('expires')}</p>
      <Chips
        label={t('expires')}
        options={EXPIRES.map((value) => ({
          value,
          label: value === 'never' ? t('noExpiry') : t('days', { days: Number(value) }),
        }))}
        value={draft.expires}
        onChange={(expires) => onChange({ expires })}
        className="flex-wrap"
      />
    </div>
  );
}

/** How it signs, and the public key of one that signs with Ed25519. */
function SignatureFields({ draft, wrong, onChange }: KeyFieldsProps) {
  const t = useTranslations('keys');
  return (
    <>
      <div className="grid gap-1.5">
        <p className="text-13 text-ink-2">{t('signature')}</p>
        <Seg
          label={t('signature')}
          options={[
            { value: 'hmac', label: KINDS.hmac },
            { value: 'ed25519', label: KINDS.ed25519 },
          ]}
          value={draft.kind}
          onChange={(kind) => onChange({ kind })}
        />
      </div>
      {draft.kind === 'ed25519' && (
        <Field
          label={t('publicKey')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.publicKey}
          error={wrong.publicKey}
          help={t('publicKeyHelp', { forms: KEY_FORMS })}
          onChange={(event) => onChange({ publicKey: event.target.value })}
        />
      )}
    </>
  );
}

/** What a key is and may do. */
export function KeyFields({ draft, wrong, onChange }: KeyFieldsProps) {
  const t = useTranslations('keys');
  const security = useTranslations('security');
  const cap = (name: 'dayCap' | 'lossCap') => (
    <AmountField
      label={t(name, { hours: KEY_CAP_HOURS })}
      value={draft[name]}
      unit="USDT"
      placeholder={t('noCap')}
      wrong={wrong[name]}
      onEnter={(text) => onChange({ [name]: text })}
    />
  );
  return (
    <>
      <Field
        label={security('passkeys.name')}
        dir="auto"
        maxLength={NAME_MAX}
        autoComplete="off"
        value={draft.name}
        error={wrong.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <RightsField draft={draft} onChange={onChange} />
      {draft.mayTrade && (
        <>
          {cap('dayCap')}
          {cap('lossCap')}
        </>
      )}
      <MarketsField value={draft.markets} wrong={wrong.markets} onPick={(markets) => onChange({ markets })} />
      <Field
        label={t('networks')}
        // The placeholder is a network, not words.
        dir="ltr"
        placeholder={A_NETWORK}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.networks}
        error={wrong.networks}
        help={t('networksHelp')}
        onChange={(event) => onChange({ networks: event.target.value })}
      />
      <ExpiresField draft={draft} onChange={onChange} />
      <SignatureFields draft={draft} wrong={wrong} onChange={onChange} />
    </>
  );
}
