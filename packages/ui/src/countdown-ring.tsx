import type { ReactNode } from 'react';
import type { Way } from './change.ts';

/** Where a figure is, relative to the line. */
type Half = 'above' | 'below' | 'on';

const RING = 502.7;
const SCALE = '2 6.38';
const HALVES = { above: 'M128 106a67 67 0 0 1 134 0z', below: 'M128 106a67 67 0 0 0 134 0z' } as const;
const ENDS: Readonly<Record<Way, string>> = { up: 'var(--up)', down: 'var(--dn)', flat: 'var(--line-strong)' };

interface CountdownRingProps {
  readonly left: number;
  readonly half: Half;
  /** The ink: whether that is good for the member. */
  readonly way: Way;
  /** How it ended: the ring is whole, in that ink. */
  readonly ended?: Way | undefined;
  /** The line is still being drawn: a scale instead of what is left, dashes instead of the line. */
  readonly drawing?: boolean;
  readonly children: ReactNode;
  readonly caption: ReactNode;
  /** Over the line, left and right. Charts are not mirrored. */
  readonly start: ReactNode;
  readonly end: ReactNode;
}

function Ring({
  left,
  half,
  way,
  ended,
  drawing,
}: Pick<CountdownRingProps, 'left' | 'half' | 'way' | 'ended' | 'drawing'>) {
  const ink = ended === undefined ? 'var(--water-fill)' : ENDS[ended];
  return (
    <svg className="size-full" viewBox="0 0 390 212" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
      <circle cx="195" cy="106" r="80" fill="none" stroke="var(--ring)" strokeWidth="7" />
      {half !== 'on' && <path d={HALVES[half]} fill={ENDS[way]} fillOpacity=".26" />}
      {drawing ? (
        <circle
          cx="195"
          cy="106"
          r="80"
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth="7"
          strokeDasharray={SCALE}
        />
      ) : (
        <circle
          cx="195"
          cy="106"
          r="80"
          fill="none"
          stroke={ink}
          strokeWidth="7"
          strokeDasharray={`${((ended === undefined ? left : 1) * RING).toFixed(1)} ${RING}`}
          transform="rotate(-90 195 106)"
        />
      )}
      <path
        d={
          drawing
            ? 'M-900 106H112M278 106H1290'
            : ended === undefined
              ? 'M-900 106H149M241 106H1290'
              : 'M-900 106H128M262 106H1290'
        }
        stroke="var(--paint)"
        strokeWidth="2"
        strokeDasharray={drawing ? '6 6' : undefined}
      />
    </svg>
  );
}

/** The countdown of an option: a ring crossed by its line, lit above or below it. */
export function CountdownRing({
  left,
  half,
  way,
  ended,
  drawing = false,
  children,
  caption,
  start,
  end,
}: CountdownRingProps) {
  return (
    <div dir="ltr" className="relative -mx-4 h-53 overflow-hidden">
      <Ring left={left} half={half} way={way} ended={ended} drawing={drawing} />
      <div className="absolute inset-0 grid place-items-center text-center">
        <span>{children}</span>
        <span className="absolute inset-x-0 top-33 mx-auto max-w-28 text-12/3.5 text-ink-2">
          <bdi>{caption}</bdi>
        </span>
      </div>
      <div className="absolute start-4 bottom-28 max-w-[32%] text-12 text-ink-3">{start}</div>
      <div className="absolute end-4 bottom-28 max-w-[32%] text-end text-12 text-ink-3">{end}</div>
    </div>
  );
}

/** The ring alone, twenty points high, for a row. */
export function SmallRing({ left, drawing = false }: { readonly left: number; readonly drawing?: boolean }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" className="flex-none" aria-hidden="true">
      <circle cx="10" cy="10" r="8" fill="none" stroke="var(--raised)" strokeWidth="3" />
      {drawing ? (
        <circle
          cx="10"
          cy="10"
          r="8"
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth="3"
          strokeDasharray="1.5 2.69"
        />
      ) : (
        <circle
          cx="10"
          cy="10"
          r="8"
          fill="none"
          stroke="var(--water-fill)"
          strokeWidth="3"
          strokeDasharray={`${(left * 50.27).toFixed(1)} 50.27`}
          transform="rotate(-90 10 10)"
        />
      )}
    </svg>
  );
}

const MARK_RING = 75.4;
const MARK_HALVES = { above: 'M9 14a7 7 0 0 1 14 0z', below: 'M9 18a7 7 0 0 0 14 0z' } as const;

/** The ring of a running option, thirty points high: what is left, the side the mark is on, and whether that is good. */
export function MarkRing({
  left,
  half,
  way,
  drawing = false,
}: Pick<CountdownRingProps, 'left' | 'half' | 'way' | 'drawing'>) {
  return (
    <svg width="30" height="30" viewBox="0 0 32 32" className="flex-none" aria-hidden="true">
      <circle cx="16" cy="16" r="12" fill="none" stroke="var(--ring)" strokeWidth="3" />
      <circle
        cx="16"
        cy="16"
        r="12"
        fill="none"
        stroke="var(--water-fill)"
        strokeWidth="3"
        strokeDasharray={`${((drawing ? 1 : left) * MARK_RING).toFixed(1)} ${MARK_RING}`}
        transform="rotate(-90 16 16)"
      />
      <path d="M2 16h28" stroke="var(--mark-line)" strokeWidth="2" {...(drawing ? { strokeDasharray: '3 3' } : {})} />
      {half !== 'on' && <path d={MARK_HALVES[half]} fill={ENDS[way]} />}
    </svg>
  );
}
