import { useId, type ReactNode } from 'react';
import { DecimalInput } from './decimal-input.tsx';
import { Icon } from './icon.tsx';
import { minus, plus } from './icons-screens.ts';
import { warn } from './icons-shell.ts';

interface WholeStepperProps {
  readonly label: string;
  /** A decimal as the wire writes it, or empty. */
  readonly value: string;
  /** Names of the two buttons. */
  readonly less: string;
  readonly more: string;
  /** What is wrong with it, in words. */
  readonly wrong: string | undefined;
  /** Between the field and what is wrong: its bounds. */
  readonly children?: ReactNode;
  readonly onEnter: (text: string) => void;
  /** A step up or down. */
  readonly onStep: (way: 1 | -1) => void;
}

/** A whole amount, typed or stepped to, with what is wrong under it. */
export function WholeStepper({ label, value, less, more, wrong, children, onEnter, onStep }: WholeStepperProps) {
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
      {children}
      {wrong !== undefined && (
        <p id={`${id}-note`} className="flex items-start gap-1.25 text-12 text-danger">
          <Icon of={warn} size={14} className="mt-px" />
          {wrong}
        </p>
      )}
    </div>
  );
}
