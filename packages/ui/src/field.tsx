import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { check, eye, eyeOff, warn } from './icons-shell.ts';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: ReactNode;
  readonly aside?: ReactNode;
  /** What is wrong, in words; shown under the field and read with it. */
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  readonly end?: ReactNode;
  /** Keeps the label for screen readers only. */
  readonly labelHidden?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its error. */
export function Field({ label, aside, error, help, end, labelHidden = false, className = '', ...input }: FieldProps) {
  const id = useId();
  const note = error !== undefined || help !== undefined ? `${id}-note` : undefined;
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <div className={labelHidden ? 'sr' : 'flex justify-between gap-2 text-13 text-ink-2'}>
        <label htmlFor={id}>{label}</label>
        {aside && <span className="text-ink-3">{aside}</span>}
      </div>
      <div
        className="ctl flex min-h-12 items-center gap-2 rounded-md px-3.5"
        data-wrong={error === undefined ? undefined : ''}
      >
        <input
          id={id}
          className="h-11.5 w-full min-w-0 flex-1 disabled:text-ink-3 rtl:text-right"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note}
          {...input}
        />
        {end}
      </div>
      {error !== undefined ? (
        <p id={note} className="flex items-start gap-1.25 text-12 text-danger">
          <Icon of={warn} size={14} className="mt-px" />
          {error}
        </p>
      ) : (
        help !== undefined && (
          <p id={note} className="text-12 text-ink-3">
            {help}
          </p>
        )
      )}
    </div>
  );
}

/** A unit at a field's end. */
export const Unit = ({ children }: { readonly children: ReactNode }) => (
  <span className="text-14 text-ink-3">{children}</span>
);

/** A password field with the button that shows it. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false);
  const t = useTranslations('app');
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      end={
        <IconButton
          label={t(isShown ? 'kit.hidePassword' : 'kit.showPassword')}
          className="-me-3 text-ink-3"
          onClick={() => setShown(!isShown)}
        >
          <Icon of={isShown ? eyeOff : eye} size={20} />
        </IconButton>
      }
    />
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** A box to tick. */
export function Check({ checked, onChange, children }: CheckProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-14 text-ink-2">
      <span className="relative grid size-5 place-items-center">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute inset-0 size-5 cursor-pointer appearance-none rounded-[6px] edge-strong checked:bg-water-fill checked:edge-none"
        />
        <Icon
          of={check}
          size={16}
          className="pointer-events-none relative text-on-water opacity-0 peer-checked:opacity-100"
        />
      </span>
      {children}
    </label>
  );
}

/** A switch's drawing; the element around it has `role="switch"` and `aria-checked`. */
export function SwitchMark({ on }: { readonly on: boolean }) {
  return (
    <span
      className={`relative h-7 w-12 flex-none rounded-full transition-colors duration-(--t-fast) ${on ? 'bg-water-fill' : 'bg-raised edge-strong'}`}
    >
      <span
        className={`absolute top-1 size-5 rounded-full transition-[inset-inline-start] duration-(--t-fast) ${on ? 'start-6 bg-on-water' : 'start-1 bg-ink-2'}`}
      />
    </span>
  );
}
