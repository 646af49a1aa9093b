import { parseAmount } from '@plimsoll/money';
import type { Direction } from '@plimsoll/proof';
import { Icon, useFootHeight } from '@plimsoll/ui';
import { up } from '@plimsoll/ui/icons-screens';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { OptionForm } from './option-form.ts';
import { returnOf } from './returns.ts';
import { cycleOf, type Terms } from './terms.ts';
import { UpDown, type Blocked } from './up-down.tsx';
import { useWriting } from './words.ts';

interface TradeBarProps {
  readonly form: OptionForm;
  readonly terms: Terms | undefined;
  readonly blocked: Blocked | undefined;
  readonly onOpen: () => void;
  readonly onPlace: (direction: Direction) => void;
}

/** What a win of this form returns, in words. */
export function useReturns(form: OptionForm, terms: Terms | undefined): string | undefined {
  const { cents } = useWriting();
  const cycle = terms && cycleOf(terms, form.seconds);
  const stake = parseAmount(form.stake);
  return cycle && stake !== null && stake > 0n ? cents(returnOf(stake, cycle.rate, terms.decimals)) : undefined;
}

/** The bar over the tabs: stake and cycle, up and down. */
export function TradeBar({ form, terms, blocked, onOpen, onPlace }: TradeBarProps) {
  const t = useTranslations('options');
  const { cents, whole } = useWriting();
  const bar = useRef<HTMLDivElement>(null);
  useFootHeight(bar);
  const cycle = terms && cycleOf(terms, form.seconds);
  const selectors = [
    { name: t('bar.stake'), value: form.stake === '' ? undefined : <bdi>{cents(form.stake)}</bdi> },
    { name: t('bar.closesAfter'), value: cycle && t('seconds', { seconds: whole(cycle.seconds) }) },
  ];
  return (
    <div
      ref={bar}
      className="fixed inset-x-0 bottom-[calc(var(--tabbar)+var(--safe-b))] z-(--z-header) in-column border-t bg-bg px-4 py-2.5"
    >
      <div className="mb-2.5 grid grid-cols-2 gap-2.5">
        {selectors.map(({ name, value }) => (
          <button
            key={name}
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="hull flex min-h-11 flex-wrap items-center gap-x-1.5 rounded-md bg-surface px-3"
          >
            <span className="text-12 text-ink-3">{name}</span>
            <span className="flex flex-1 items-center justify-end gap-1.5">
              <span className={value === undefined ? 'text-13 text-ink-2' : 'font-semibold'}>
                {value ?? t('bar.choose')}
              </span>
              <Icon of={up} size={16} />
            </span>
          </button>
        ))}
      </div>
      <UpDown returns={useReturns(form, terms)} blocked={blocked} onPlace={onPlace} />
    </div>
  );
}
