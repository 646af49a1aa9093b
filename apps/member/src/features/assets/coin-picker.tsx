import { CoinMark, Figure, Icon, Sheet } from '@plimsoll/ui';
import { down } from '@plimsoll/ui/icons-screens';
import { check } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CoinBalance } from './accounts.ts';
import { useLogos } from './use-logos.ts';

interface CoinPickerProps {
  readonly coins: readonly CoinBalance[];
  readonly value: string;
  readonly onPick: (coinId: string) => void;
}

/** The coin that is moved, with a sheet of all coins and their balances. */
export function CoinPicker({ coins, value, onPick }: CoinPickerProps) {
  const t = useTranslations('assets.move');
  const logoOf = useLogos();
  const [isOpen, setOpen] = useState(false);
  const chosen = coins.find((coin) => String(coin.coinId) === value);
  const pick = (coinId: string) => {
    setOpen(false);
    onPick(coinId);
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="ctl flex min-h-12 w-full items-center gap-2.5 rounded-md px-3.5"
      >
        <span className="sr">{t('coin')}</span>
        {chosen && (
          <>
            <CoinMark coin={chosen.coinName} logo={logoOf(chosen.coinName)} size={24} />
            <b className="flex-1">{chosen.coinName}</b>
          </>
        )}
        <Icon of={down} size={18} className="text-ink-2" />
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('chooseCoin')}>
        <ul className="rows -mx-4">
          {coins.map((coin) => (
            <li key={coin.coinId}>
              <button
                type="button"
                aria-pressed={String(coin.coinId) === value}
                onClick={() => pick(String(coin.coinId))}
                className="flex min-h-14 w-full items-center gap-3 px-4 py-2 active:bg-raised"
              >
                <CoinMark coin={coin.coinName} logo={logoOf(coin.coinName)} />
                <b className="flex-1">{coin.coinName}</b>
                <span className="text-14 text-ink-2">
                  <Figure value={coin.balance} places={8} />
                </span>
                <span className="w-4.5 text-water">
                  {String(coin.coinId) === value && <Icon of={check} size={18} />}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
