import type { ReactNode } from 'react';
import type { ChoiceProps } from './tabs.tsx';

interface PresetsProps<T extends string> extends Omit<ChoiceProps<T>, 'value' | 'options'> {
  readonly options: readonly { readonly value: T; readonly label: ReactNode; readonly note?: ReactNode }[];
  readonly value: T | undefined;
  readonly columns?: 3 | 4;
  readonly isText?: boolean;
}

/** Values to choose one of, as large buttons in a grid. */
export function Presets<T extends string>({
  label,
  options,
  value,
  onChange,
  columns = 4,
  isText = false,
  className = '',
}: PresetsProps<T>) {
  // Long figures, and any in large type, have half the width each.
  const longest = Math.max(0, ...options.map(({ value: each }) => each.length));
  const isLong = longest > 6;
  const shape = isLong ? 'grid-cols-2' : `@max-[17rem]:grid-cols-2 ${columns === 4 ? 'grid-cols-4' : 'grid-cols-3'}`;
  return (
    <div className={`@container ${className}`}>
      <div role="group" aria-label={label} className={`grid gap-2 ${shape}`} style={{ '--fit': `${70 / longest}cqi` }}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
            className={`grid place-content-center rounded-md bg-(--preset) px-1 text-center font-semibold transition-colors duration-(--t-fast) aria-pressed:bg-water-tint aria-pressed:text-water aria-pressed:edge-water ${option.note === undefined ? 'min-h-11' : 'min-h-13'} ${isText ? 'text-14' : isLong ? 'text-[min(var(--fs-15),var(--fit))]' : 'text-[min(var(--fs-15),6cqi)]'}`}
          >
            <span>{option.label}</span>
            {option.note !== undefined && <small className="text-12 font-normal text-ink-2">{option.note}</small>}
          </button>
        ))}
      </div>
    </div>
  );
}
