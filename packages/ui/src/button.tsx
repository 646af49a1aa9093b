import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

export type ButtonKind = 'primary' | 'up' | 'down' | 'quiet' | 'line' | 'danger';

const KINDS: Readonly<Record<ButtonKind, string>> = {
  primary: 'bg-paint text-on-paint',
  up: 'bg-up-fill text-on-fill',
  down: 'bg-dn-fill text-on-fill',
  quiet: 'bg-(--quiet) text-ink',
  line: 'edge text-ink',
  danger: 'bg-danger-fill text-on-fill',
};

const BASE =
  'inline-flex items-center justify-center gap-2 text-center font-semibold leading-tight [overflow-wrap:anywhere] transition-transform duration-(--t-press) ease-out enabled:active:scale-[.985] disabled:bg-(--quiet) disabled:text-ink-3 disabled:edge-none';
const LARGE = 'min-h-12 px-4.5 py-1.5 rounded-md text-15';
const SMALL = 'hit min-h-9 px-3.5 py-1 rounded-sm text-14';

/** The look of a button, for links that act as one. One `primary` a screen. */
export const buttonClass = (kind: ButtonKind = 'primary', size: 'large' | 'small' = 'large'): string =>
  `${BASE} ${KINDS[kind]} ${size === 'small' ? SMALL : LARGE}`;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind;
  readonly size?: 'large' | 'small';
  /** A submit is running: spins and ignores taps; its width does not change. */
  readonly busy?: boolean;
  readonly busyText?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button. Write the reason for `disabled` on it or under it. */
export function Button({
  kind = 'primary',
  size = 'large',
  busy = false,
  busyText,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`${buttonClass(kind, size)} ${className}`}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? (
        <span className="grid">
          <span className="invisible col-start-1 row-start-1 flex items-center justify-center gap-2" aria-hidden="true">
            {children}
          </span>
          <span className="col-start-1 row-start-1 flex items-center justify-center gap-2 whitespace-nowrap">
            <span className="spin" />
            {busyText ?? children}
          </span>
        </span>
      ) : (
        children
      )}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string;
  /** 32 px drawn, 44 px to touch. */
  readonly mini?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that is only an icon. */
export function IconButton({ label, mini = false, className = '', type = 'button', ...rest }: IconButtonProps) {
  const shape = mini ? 'hit size-8 rounded-sm' : 'relative size-11 rounded-md';
  return (
    <button
      type={type}
      aria-label={label}
      className={`grid flex-none place-items-center ${shape} ${className}`}
      {...rest}
    />
  );
}

/** A link or a button inside a line of text. */
export const linkClass = 'inline-flex items-center gap-1 font-medium text-water';
/** The same standing alone: 44 high without taking the room. */
export const loneLinkClass = `${linkClass} hit min-h-11 -my-2.5`;
