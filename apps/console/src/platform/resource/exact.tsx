import { Figure } from '@plimsoll/ui';

/** An amount or price with all its places. */
export function Exact({ value, unit }: { readonly value: string; readonly unit: string }) {
  return (
    <span>
      <Figure value={value} places={8} /> <span className="text-ink-3">{unit}</span>
    </span>
  );
}
