import { Figure } from '@plimsoll/ui';

/** An amount or price to its last place, with its unit. */
export function Exact({ value, unit }: { readonly value: string; readonly unit: string }) {
  return (
    <span>
      <Figure value={value} places={8} /> <span className="text-ink-3">{unit}</span>
    </span>
  );
}
