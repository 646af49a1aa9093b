import { Icon, DecimalInput } from '@plimsoll/ui';
import { warn } from '@plimsoll/ui/icons-shell';
import { minus, plus } from '@plimsoll/ui/icons-screens';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWrite } from './words.ts';
import type { Terms } from './terms.ts';

function Wrong({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <p id={id} className="mt-1 flex items-start gap-1.25 text-12 text-danger">
      <Icon of={warn} size={14} className="mt-px" />
      {children}
    </p>
  );
}

interface EntryProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onEnter: (value: string) => void;
}

/** Quantity or amount, with its unit. */
export function SizeField({ label, value, error, onEnter, unit }: EntryProps & { readonly unit: string }) {
  const id = useId();
  return (
    <div>
      <div
        className="ctl flex min-h-11 items-center gap-2 rounded-md px-3"
        data-wrong={error === undefined ? undefined : ''}
      >
        <DecimalInput
          value={value}
          onEnter={onEnter}
          aria-label={`${label}, ${unit}`}
          placeholder={label}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : id}
          className="h-11 w-full min-w-0 flex-1 text-left placeholder:font-normal rtl:text-right"
        />
        <span className="text-13 text-ink-3" aria-hidden="true">
          {unit}
        </span>
      </div>
      {error !== undefined && <Wrong id={id}>{error}</Wrong>}
    </div>
  );
}

/** Steps of the price by an arrow key with Shift. */
const MANY_STEPS = 10;

interface PriceFieldProps extends EntryProps {
  readonly terms: Terms;
  readonly onNudge: (isUp: boolean, steps?: number) => void;
}

/** The limit, between the buttons that move it. */
export function PriceField({ label, value, error, onEnter, terms, onNudge }: PriceFieldProps) {
  const t = useTranslations('spot.form');
  const write = useWrite();
  const id = useId();
  const step = write(terms.nudge);
  const nudgeByKey = (event: KeyboardEvent) => {
    if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || event.altKey || event.ctrlKey || event.metaKey)
      return;
    event.preventDefault();
    onNudge(event.key === 'ArrowUp', event.shiftKey ? MANY_STEPS : 1);
  };
  return (
    <div>
      <div
        className="ctl grid min-h-11 grid-cols-[38px_1fr_38px] items-center rounded-md"
        data-wrong={error === undefined ? undefined : ''}
      >
        <button
          type="button"
          aria-label={t('lower', { step })}
          onClick={() => onNudge(false)}
          className="hit grid h-11 place-items-center text-ink-2"
        >
          <Icon of={minus} size={18} />
        </button>
        <label className="block min-h-11 min-w-0 pt-1 text-center">
          <span className="block text-11 text-ink-3">{label}</span>
          <DecimalInput
            value={value}
            onEnter={onEnter}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : id}
            onKeyDown={nudgeByKey}
            className="h-5.5 w-full min-w-0 text-center font-semibold"
          />
        </label>
        <button
          type="button"
          aria-label={t('raise', { step })}
          onClick={() => onNudge(true)}
          className="hit grid h-11 place-items-center text-ink-2"
        >
          <Icon of={plus} size={18} />
        </button>
      </div>
      {error !== undefined && <Wrong id={id}>{error}</Wrong>}
    </div>
  );
}
