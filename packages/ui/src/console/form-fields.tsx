import { useId, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react';
import { SwitchMark } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { down } from '../icons-screens.ts';
import { warn } from '../icons-shell.ts';

interface Labelled {
  readonly label: ReactNode;
  readonly aside?: ReactNode;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
}

function Around({
  label,
  aside,
  error,
  help,
  id,
  children,
}: Labelled & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-2 text-13 text-ink-2">
        <label htmlFor={id}>{label}</label>
        {aside && <span className="text-ink-3">{aside}</span>}
      </div>
      {children}
      {error !== undefined ? (
        <p id={`${id}-note`} className="flex items-start gap-1.25 text-12 text-danger">
          <Icon of={warn} size={14} className="mt-px" />
          {error}
        </p>
      ) : (
        help !== undefined && (
          <p id={`${id}-note`} className="text-12 text-ink-3">
            {help}
          </p>
        )
      )}
    </div>
  );
}

const noteOf = (id: string, { error, help }: Labelled): string | undefined =>
  error === undefined && help === undefined ? undefined : `${id}-note`;

/** Several lines of text. */
export function LongField({
  label,
  aside,
  error,
  help,
  ...rest
}: Labelled & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>) {
  const id = useId();
  return (
    <Around {...{ label, aside, error, help, id }}>
      <div className="ctl rounded-md px-3.5 py-2.5" data-wrong={error === undefined ? undefined : ''}>
        <textarea
          id={id}
          rows={5}
          className="block w-full resize-y"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={noteOf(id, { label, error, help })}
          {...rest}
        />
      </div>
    </Around>
  );
}

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

/** A choice of a few, as the browser's own list. */
export function ChoiceField({
  label,
  aside,
  error,
  help,
  options,
  empty,
  ...rest
}: Labelled &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
    readonly options: readonly ChoiceOption[];
    /** The label of no choice; without it there is always one. */
    readonly empty?: string | undefined;
  }) {
  const id = useId();
  return (
    <Around {...{ label, aside, error, help, id }}>
      <div className="ctl relative rounded-md" data-wrong={error === undefined ? undefined : ''}>
        <select
          id={id}
          className="min-h-12 w-full appearance-none rounded-md bg-transparent ps-3.5 pe-10"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={noteOf(id, { label, error, help })}
          {...rest}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon of={down} size={18} className="pointer-events-none absolute inset-y-0 end-3 my-auto text-ink-3" />
      </div>
    </Around>
  );
}

/** A yes or no, as a switch at the row's end. */
export function FlagField({
  label,
  error,
  help,
  checked,
  onChange,
  disabled = false,
}: Labelled & {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="grid content-end">
      <label
        className={`flex min-h-11 items-center justify-between gap-4 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${disabled ? '' : 'cursor-pointer'}`}
      >
        <span>{label}</span>
        <span className="relative flex-none">
          <span className={`flex ${disabled ? 'opacity-60' : ''}`}>
            <SwitchMark on={checked} />
          </span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={checked}
            className="absolute inset-0 size-full cursor-[inherit] opacity-0"
            checked={checked}
            disabled={disabled}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={noteOf(id, { label, error, help })}
            onChange={(event) => onChange(event.target.checked)}
          />
        </span>
      </label>
      {error !== undefined ? (
        <p id={`${id}-note`} role="alert" className="flex items-start gap-1.25 text-12 text-danger">
          <Icon of={warn} size={14} className="mt-px" />
          {error}
        </p>
      ) : (
        help !== undefined && (
          <p id={`${id}-note`} className="text-12 text-ink-3">
            {help}
          </p>
        )
      )}
    </div>
  );
}
