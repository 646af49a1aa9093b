import type { ExchangeCoin } from '@plimsoll/contract';
import { CoinMark, Figure, Icon, Sheet } from '@plimsoll/ui';
import { down } from '@plimsoll/ui/icons-screens';
import { check } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useLogos } from '../assets/index.ts';

interface CoinButtonProps {
  readonly coins: readonly ExchangeCoin[];
  readonly chosen: ExchangeCoin;
  readonly name: string;
  readonly title: string;
  readonly onPick: (id: number) => void;
}

/** A coin, with a sheet of all coins and their balances. */
export function CoinButton({ coins, chosen, name, title, onPick }: CoinButtonProps) {
  const logoOf = useLogos();
  const [isOpen, setOpen] = useState(false);
  const pick = (id: number) => {
    setOpen(false);
    onPick(id);
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={name}
        onClick={() => setOpen(true)}
        className="flex min-h-11 flex-none items-center gap-2"
      >
        <CoinMark coin={chosen.title} logo={logoOf(chosen.title)} size={24} />
        <span className="text-17 font-semibold">{chosen.title}</span>
        <Icon of={down} size={16} className="text-ink-2" />
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={title}>
        <ul className="rows -mx-4">
          {coins.map((coin) => (
            <li key={coin.id}>
              <button
                type="button"
                aria-pressed={coin.id === chosen.id}
                onClick={() => pick(coin.id)}
                className="flex min-h-14 w-full items-center gap-3 px-4 py-2 active:bg-raised"
              >
                <CoinMark coin={coin.title} logo={logoOf(coin.title)} />
                <b className="flex-1">{coin.title}</b>
                <span className="text-14 text-ink-2">
                  <Figure value={coin.balance} places={8} />
                </span>
                <span className="w-4.5 text-water">{coin.id === chosen.id && <Icon of={check} size={18} />}</span>
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
