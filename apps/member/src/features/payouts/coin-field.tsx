import { CoinMark, Icon, Sheet } from '@plimsoll/ui';
import { check, down } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLogos } from '../assets/index.ts';
import type { AddressCoin } from './address-coins.ts';

interface CoinFieldProps {
  readonly coins: readonly AddressCoin[];
  readonly chosen: AddressCoin;
  readonly onPick: (id: number) => void;
}

/** The coin that the address is for, and a sheet with all of them, their networks, and which have an address. */
export function CoinField({ coins, chosen, onPick }: CoinFieldProps) {
  const t = useTranslations('payouts.address');
  const logoOf = useLogos();
  const [isOpen, setOpen] = useState(false);
  const pick = (id: number) => {
    setOpen(false);
    onPick(id);
  };
  return (
    <div className="grid gap-1.5">
      <span className="text-13 text-ink-2" aria-hidden="true">{t('coin')}</span>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className="ctl flex min-h-12 w-full items-center gap-2.5 rounded-md px-3.5 py-1.5 text-start">
        <span className="sr">{t('coin')}</span>
        <CoinMark coin={chosen.title} logo={logoOf(chosen.title)} size={24} />
        <b className="flex-1">{chosen.title}</b>
        <Icon of={down} size={18} className="flex-none text-ink-2" />
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('chooseCoin')}>
        <ul className="rows -mx-4">
          {coins.map((coin) => (
            <li key={coin.id}>
              <button type="button" aria-pressed={coin.id === chosen.id} onClick={() => pick(coin.id)} className="flex min-h-15 w-full items-center gap-3 px-4 py-2 text-start active:bg-raised">
                <CoinMark coin={coin.title} logo={logoOf(coin.title)} />
                <span className="min-w-0 flex-1">
                  <b className="block">{coin.title}</b>
                  {coin.networks.length > 0 && <span className="block text-12 text-ink-3"><bdi>{coin.networks.join(', ')}</bdi></span>}
                </span>
                {coin.bound && <span className="flex-none text-13 text-ink-2">{t('isBound')}</span>}
                <span className="w-4.5 flex-none text-water">{coin.id === chosen.id && <Icon of={check} size={18} />}</span>
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  );
}
