import { useId } from 'react';
import { DecimalInput } from './decimal-input.tsx';
import { Unit } from './field.tsx';
import { Icon } from './icon.tsx';
import { warn } from './icons-shell.ts';

interface AmountFieldProps {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly placeholder?: string;
  readonly wrong: string | undefined;
  readonly all?: { readonly text: string; readonly name: string; readonly onTap: () => void };
  readonly onEnter: (text: string) => void;
}

/** An amount of a coin, with its error under it. */
export function AmountField({ label, value, unit, placeholder, wrong, all, onEnter }: AmountFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-13 text-ink-2">
        {label}
      </label>
      <div
        className="ctl flex min-h-12 items-center gap-2 rounded-md px-3.5"
        data-wrong={wrong === undefined ? undefined : ''}
      >
        <DecimalInput
          id={id}
          value={value}
          onEnter={onEnter}
          {...(placeholder === undefined ? {} : { placeholder })}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong === undefined ? undefined : `${id}-note`}
          className="h-11.5 w-full min-w-0 flex-1 rtl:text-right"
        />
        <Unit>{unit}</Unit>
        {all && (
          <button
            type="button"
            aria-label={all.name}
            onClick={all.onTap}
            className="hit -me-1 px-1 text-14 font-medium text-water"
          >
            {all.text}
          </button>
        )}
      </div>
      {wrong !== undefined && (
        <p id={`${id}-note`} className="flex items-start gap-1.25 text-12 text-danger">
          <Icon of={warn} size={14} className="mt-px" />
          {wrong}
        </p>
      )}
    </div>
  );
}
