/** A drawing on the 24 grid: lines, and a part below the waterline, tinted where `--duo` is set. */
export interface IconShape {
  readonly stroke?: string;
  readonly below?: string;
  readonly solid?: string;
}

export interface IconProps {
  readonly of: IconShape;
  readonly size?: number;
  readonly duo?: boolean;
  /** For arrows that mean a direction: mirrored in right-to-left. */
  readonly flip?: boolean;
  readonly className?: string;
}

/** An icon, hidden from screen readers: a control without words names itself. */
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
