import { CoinMark, Icon, Sheet } from '@plimsoll/ui';
import { down } from '@plimsoll/ui/icons-screens';
import { check } from '@plimsoll/ui/icons-shell';
import { useState, type ReactNode } from 'react';
import { useLogos } from './use-logos.ts';

export interface CoinChoice {
  readonly id: number;
  readonly title: string;
  readonly note?: string | undefined;
  readonly end?: ReactNode;
}

interface CoinFieldProps {
  readonly label: string;
  readonly title: string;
  readonly coins: readonly CoinChoice[];
  /** Undefined when the chosen one is no longer offered. */
  readonly chosen: Pick<CoinChoice, 'id' | 'title'> | undefined;
  readonly aside?: ReactNode;
  readonly onPick: (id: number) => void;
}

/** The chosen coin, with a sheet of all coins. */
export function CoinField({ label, title, coins, chosen, aside, onPick }: CoinFieldProps) {
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
        onClick={() => setOpen(true)}
        className="ctl flex min-h-12 w-full items-center gap-2.5 rounded-md px-3.5 py-1.5 text-start"
      >
        <span className="sr">{label}</span>
        {chosen && <CoinMark coin={chosen.title} logo={logoOf(chosen.title)} size={24} />}
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <b>{chosen?.title ?? title}</b>
          {aside !== undefined && <span className="text-13 text-ink-3">{aside}</span>}
        </span>
        <Icon of={down} size={18} className="flex-none text-ink-2" />
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={title}>
        <ul className="rows -mx-4">
          {coins.map((coin) => (
            <li key={coin.id}>
              <button
                type="button"
                aria-pressed={coin.id === chosen?.id}
                onClick={() => pick(coin.id)}
                className="flex min-h-15 w-full items-center gap-3 px-4 py-2 text-start active:bg-raised"
              >
                <CoinMark coin={coin.title} logo={logoOf(coin.title)} />
                <span className="min-w-0 flex-1">
                  <b className="block">{coin.title}</b>
                  {coin.note && (
                    <span className="block text-12 text-ink-3">
                      <bdi>{coin.note}</bdi>
                    </span>
                  )}
                </span>
                {coin.end !== undefined && <span className="flex-none text-13 text-ink-2">{coin.end}</span>}
                <span className="w-4.5 flex-none text-water">
                  {coin.id === chosen?.id && <Icon of={check} size={18} />}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
