import { formatPercent } from '@plimsoll/i18n';
import { useReading } from './reading.ts';
import type { ChoiceProps } from './tabs.tsx';

/** A switch between a few. `tone` paints the chosen side of an order. */
export function Seg<T extends string>({
  label,
  options,
  value,
  onChange,
  className = '',
  tone,
}: ChoiceProps<T> & { readonly tone?: 'up' | 'down' }) {
  const chosen =
    tone === undefined
      ? 'bg-raised-2 text-ink [box-shadow:var(--seg-lift)]'
      : tone === 'up'
        ? 'bg-up-fill text-on-fill'
        : 'bg-dn-fill text-on-fill';
  return (
    <div
      role="group"
      aria-label={label}
      className={`grid auto-cols-fr grid-flow-col rounded-md bg-(--track) p-0.75 ${className}`}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.name}
          onClick={() => onChange(option.value)}
          className={`hit grid min-h-9.5 place-items-center rounded-sm px-1 text-center text-14 leading-tight [overflow-wrap:anywhere] transition-colors duration-(--t-fast) ${option.value === value ? `font-semibold ${chosen}` : 'font-medium text-ink-2'}`}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** Filters: one of them is on. */
export function Chips<T extends string>({ label, options, value, onChange, className = '' }: ChoiceProps<T>) {
  return (
    <div role="group" aria-label={label} className={`no-bar -my-1 flex gap-2 overflow-x-auto py-1 ${className}`}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.name}
          onClick={() => onChange(option.value)}
          className="hit inline-flex min-h-9 flex-none items-center gap-1.5 whitespace-nowrap rounded-full bg-(--well) px-3.5 text-14 font-medium text-ink-2 aria-pressed:bg-water-tint aria-pressed:text-water aria-pressed:edge-water"
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** Quick shares of a balance, in percent. */
export const MARKS = [25, 50, 75, 100] as const;

interface MarksProps {
  readonly label: string;
  /** The share in use, 0 to 100; undefined when the field was typed in. */
  readonly at: number | undefined;
  readonly onPick: (percent: (typeof MARKS)[number]) => void;
  readonly disabled?: boolean;
}

/** Buttons that fill a field with a share of the balance. */
export function Marks({ label, at, onPick, disabled = false }: MarksProps) {
  const reading = useReading();
  return (
    <div role="group" aria-label={label} className="marks grid grid-cols-4" style={{ '--at': `${at ?? 0}%` }}>
      {MARKS.map((mark) => (
        <button
          key={mark}
          type="button"
          disabled={disabled}
          aria-pressed={mark === at}
          onClick={() => onPick(mark)}
          className="h-7.5 text-end text-12 font-medium text-ink-2 aria-pressed:font-semibold aria-pressed:text-ink disabled:text-ink-3"
        >
          <span className="n">{formatPercent(String(mark), reading)}</span>
        </button>
      ))}
    </div>
  );
}
