import { useId } from 'react';
import { DecimalInput } from './decimal-input.tsx';
import { Icon } from './icon.tsx';
import { minus, plus } from './icons-screens.ts';
import { warn } from './icons-shell.ts';
import { LoadLine } from './scales.tsx';

interface WholeStepperProps {
  readonly label: string;
  readonly value: string;
  readonly less: string;
  readonly more: string;
  readonly wrong: string | undefined;
  readonly load: { readonly percent: number; readonly isOver: boolean; readonly label: string };
  readonly min: string;
  readonly max: string;
  readonly onEnter: (text: string) => void;
  readonly onStep: (way: 1 | -1) => void;
}

/** A whole amount, typed or stepped to, with its bounds and error. */
export function WholeStepper({ label, value, less, more, wrong, load, min, max, onEnter, onStep }: WholeStepperProps) {
  const id = useId();
  const step = (way: 1 | -1, name: string, icon: typeof minus) => (
    <button
      type="button"
      aria-label={name}
      onClick={() => onStep(way)}
      className="grid size-12 flex-none place-items-center text-ink-2"
    >
      <Icon of={icon} />
    </button>
  );
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-13 text-ink-2">
        {label}
      </label>
      <div className="ctl flex min-h-14 items-center rounded-md" data-wrong={wrong === undefined ? undefined : ''}>
        {step(-1, less, minus)}
        <DecimalInput
          id={id}
          value={value}
          onEnter={onEnter}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong === undefined ? undefined : `${id}-note`}
          className="h-13 w-full min-w-0 flex-1 text-center text-20 font-semibold"
        />
        {step(1, more, plus)}
      </div>
      <LoadLine {...load} />
      <div className="flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
        <span>{min}</span>
        <span>{max}</span>
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
