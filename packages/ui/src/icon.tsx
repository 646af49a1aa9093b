/**
 * A drawing on the 24 grid: lines in the text's colour, and what lies below the waterline, tinted where `--duo` says
 * so.
 */
export interface IconShape {
  readonly stroke?: string;
  readonly below?: string;
  readonly solid?: string;
}

export interface IconProps {
  /** From `icons-shell.ts` or `icons-screens.ts`. */
  readonly of: IconShape;
  /** Edge in pixels; 24 unless said. */
  readonly size?: number;
  /** Tints what lies below the waterline. */
  readonly duo?: boolean;
  /** For arrows that mean a direction: mirrored in right-to-left. */
  readonly flip?: boolean;
  readonly className?: string;
}

/** An icon beside its words: hidden from readers, whoever uses it alone names the control. */
export function Icon({ of, size = 24, duo = false, flip = false, className = '' }: IconProps) {
  return (
    <svg
      className={`flex-none ${duo ? 'duo' : ''} ${flip ? 'flip' : ''} ${className}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {of.below && <path d={of.below} fill="var(--mark-water)" style={{ opacity: 'var(--duo, 0)' }} />}
      {of.stroke && (
        <path
          d={of.stroke}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {of.solid && <path d={of.solid} fill="currentColor" />}
    </svg>
  );
}
