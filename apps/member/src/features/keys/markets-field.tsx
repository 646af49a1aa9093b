import { CoinMark, Icon, Sheet } from '@plimsoll/ui';
import { down } from '@plimsoll/ui/icons-screens';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useId, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useMarketList } from '../market/index.ts';

interface ChoiceRowProps {
  readonly isOn: boolean;
  readonly onTap: () => void;
  readonly children: ReactNode;
}

function ChoiceRow({ isOn, onTap, children }: ChoiceRowProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isOn}
        onClick={onTap}
        className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start active:bg-raised"
      >
        {children}
        <span className="w-4.5 text-water">{isOn && <Icon of={check} size={18} />}</span>
      </button>
    </li>
  );
}

interface MarketsFieldProps {
  /** By symbol; none: all. */
  readonly value: readonly string[];
  readonly wrong: string | undefined;
  readonly onPick: (symbols: readonly string[]) => void;
}

/** The markets that a key works on, with a sheet of all. */
export function MarketsField({ value, wrong, onPick }: MarketsFieldProps) {
  const t = useTranslations('keys');
  const { data: markets = [] } = useMarketList();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const chosen = markets.filter(({ symbol }) => value.includes(symbol)).map(({ title }) => title);
  const toggle = (symbol: string) =>
    onPick(value.includes(symbol) ? value.filter((each) => each !== symbol) : [...value, symbol]);
  return (
    <div className="grid gap-1.5">
      <p id={id} className="text-13 text-ink-2">
        {t('markets')}
      </p>
      <button
        type="button"
        id={`${id}-chosen`}
        aria-haspopup="dialog"
        aria-labelledby={`${id} ${id}-chosen`}
        aria-describedby={wrong === undefined ? undefined : `${id}-note`}
        data-wrong={wrong === undefined ? undefined : ''}
        onClick={() => setOpen(true)}
        className="ctl flex min-h-12 w-full items-center gap-2.5 rounded-md px-3.5 py-2 text-start"
      >
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {chosen.length === 0 ? t('allMarkets') : <bdi dir="ltr">{chosen.join(', ')}</bdi>}
        </span>
        <Icon of={down} size={18} className="text-ink-2" />
      </button>
      {wrong !== undefined && (
        <p id={`${id}-note`} className="flex items-start gap-1.25 text-12 text-danger">
          <Icon of={warn} size={14} className="mt-px" />
          {wrong}
        </p>
      )}
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('markets')}>
        <ul className="rows -mx-4">
          <ChoiceRow isOn={value.length === 0} onTap={() => onPick([])}>
            <b className="flex-1">{t('allMarkets')}</b>
          </ChoiceRow>
          {markets.map(({ symbol, title, coinname, logo }) => (
            <ChoiceRow key={symbol} isOn={value.includes(symbol)} onTap={() => toggle(symbol)}>
              <CoinMark coin={coinname} logo={logo} size={24} />
              <b dir="ltr" className="flex-1 rtl:text-right">
                {title}
              </b>
            </ChoiceRow>
          ))}
        </ul>
      </Sheet>
    </div>
  );
}
