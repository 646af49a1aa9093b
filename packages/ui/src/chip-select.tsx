import { Icon } from './icon.tsx';
import { down } from './icons-screens.ts';

interface ChipSelectProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly className?: string;
  readonly selectClass: string;
}

/** The phone's own picker, drawn as a chip; a clear border makes its target as high as a finger. */
export function ChipSelect<T extends string>({
  label,
  options,
  value,
  onChange,
  className = '',
  selectClass,
}: ChipSelectProps<T>) {
  return (
    <span className={`relative max-w-full ${className}`}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className={`h-11 max-w-full appearance-none border-transparent bg-surface bg-clip-padding font-sans font-medium text-ink-2 focus-visible:-outline-offset-2 ${selectClass}`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute inset-y-0 end-2.5 grid place-items-center text-ink-2">
        <Icon of={down} size={16} />
      </span>
    </span>
  );
}
