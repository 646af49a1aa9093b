import { OUT_HOURS } from '@plimsoll/contract/figures';
import { AddressText, Check, Field, Note } from '@plimsoll/ui';
import { clock } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AddressCoin } from './address-coins.ts';
import { BookForm } from './book-act.tsx';
import { trimmed } from './use-address.ts';
import { CoinField } from './coin-field.tsx';

/** Maximum length of a name (docs/WIRE.md). */
const LABEL_MAX = 40;

interface NewAddressProps {
  readonly coin: AddressCoin;
  readonly text: string;
  readonly address: string;
  readonly isMissing: boolean;
  readonly refused: string | undefined;
  readonly onEnter: (text: string) => void;
}

function NewAddress({ coin, text, address, isMissing, refused, onEnter }: NewAddressProps) {
  const a = useTranslations('payouts.address');
  return (
    <>
      <Field
        label={a('field')}
        aside={<bdi>{coin.networks.join(', ')}</bdi>}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={300}
        placeholder={a('placeholder')}
        value={text}
        error={isMissing ? a('missing') : refused}
        onChange={(event) => onEnter(event.target.value)}
      />
      {address !== '' && refused === undefined && (
        <div className="grid gap-1.5 rounded-lg bg-surface px-4 py-3.5">
          <p className="text-13 text-ink-2">{a('compare')}</p>
          <AddressText address={address} />
        </div>
      )}
    </>
  );
}

/** A new address of the book. */
export function BookNew({ coins }: { readonly coins: readonly [AddressCoin, ...AddressCoin[]] }) {
  const t = useTranslations('payouts.book');
  const a = useTranslations('payouts.address');
  const s = useTranslations('security.passkeys');
  const [picked, setPicked] = useState<number>();
  const [text, setText] = useState('');
  const [label, setLabel] = useState('');
  const [isAllowed, setAllowed] = useState(false);
  const [wasTried, setTried] = useState(false);
  const coin = coins.find(({ id }) => id === picked) ?? coins[0];
  const address = trimmed(text);
  const fields = () => {
    setTried(true);
    return address === '' || label.trim() === ''
      ? undefined
      : { c_id: coin.id, address, label: label.trim(), allow: isAllowed ? '1' : '0' };
  };
  return (
    <BookForm call="keepAddress" fields={fields} title={a('another')} submitText={a('save')}>
      {(refused, onType) => (
        <>
          <CoinField coins={coins} chosen={coin} onPick={setPicked} />
          <NewAddress
            coin={coin}
            text={text}
            address={address}
            isMissing={wasTried && address === ''}
            refused={refused?.message}
            onEnter={(next) => {
              setText(next);
              onType();
            }}
          />
          <Field
            label={s('name')}
            dir="auto"
            autoComplete="off"
            maxLength={LABEL_MAX}
            value={label}
            error={wasTried && label.trim() === '' ? s('nameMissing') : undefined}
            onChange={(event) => setLabel(event.target.value)}
          />
          <Check checked={isAllowed} onChange={setAllowed}>
            {t('allow')}
          </Check>
          {isAllowed && (
            <Note kind="warn" icon={clock}>
              {t('allowText', { hours: OUT_HOURS })}
            </Note>
          )}
        </>
      )}
    </BookForm>
  );
}
