import { startTransition, useOptimistic, type KeyboardEvent, type ReactNode } from 'react';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  readonly name?: string;
}

export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly className?: string;
}

/** Where an arrow key leads in a row of `count`; undefined for other keys. */
export function tabAfter(key: string, at: number, count: number, isRtl: boolean): number | undefined {
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return (at + 1) % count;
  if (key === back) return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/**
 * Tabs over a list or a form. `controls` is the id of what they change. The tab itself is drawn at once, what it changes
 * as a transition.
 */
export function Tabs<T extends string>({
  label,
  options,
  value,
  onChange,
  className = '',
  controls,
  end,
}: ChoiceProps<T> & { readonly controls?: string; readonly end?: ReactNode }) {
  const [chosen, setChosen] = useOptimistic(value);
  const choose = (next: T) =>
    startTransition(() => {
      setChosen(next);
      onChange(next);
    });
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const at = options.findIndex((option) => option.value === chosen);
    const next = tabAfter(event.key, at, options.length, document.documentElement.dir === 'rtl');
    const option = next === undefined ? undefined : options[next];
    if (!option) return;
    event.preventDefault();
    choose(option.value);
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
  };
  return (
    <div className={`flex items-center border-b px-4 ${className}`}>
      <div
        role="tablist"
        aria-label={label}
        className="tabs no-bar -mb-px -ms-4 -me-2.5 flex flex-1 gap-5 overflow-x-auto ps-4 pe-2.5"
      >
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            role="tab"
            aria-selected={option.value === chosen}
            aria-controls={controls}
            tabIndex={option.value === chosen ? 0 : -1}
            onClick={() => choose(option.value)}
            onKeyDown={move}
            className="h-11 whitespace-nowrap border-b font-medium text-ink-3 aria-selected:font-semibold aria-selected:text-ink"
          >
            {option.label}
          </button>
        ))}
      </div>
      {end}
    </div>
  );
}
