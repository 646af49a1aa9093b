import { Figure, wayOf } from '@plimsoll/ui';

const INK = { up: 'text-up', down: 'text-dn', flat: 'text-ink-3' } as const;

/** A gain or a loss in USDT, with its sign, and its triangle where asked for. */
export function Signed({
  value,
  isHidden,
  triangle = false,
}: {
  readonly value: string;
  readonly isHidden: boolean;
  readonly triangle?: boolean;
}) {
  // Of what is shown: less than a cent is neither gain nor loss.
  const cut = value.replace(/(\.\d\d)\d*$/, '$1');
  const way = wayOf(cut);
  const figure = <Figure value={cut} places={2} signed hidden={isHidden} dim={false} className={INK[way]} />;
  // The mark of what stays as it was would be read as a minus.
  if (!triangle || isHidden || way === 'flat') return figure;
  return (
    <span className={`chg ${INK[way]}`} data-way={way}>
      {figure}
    </span>
  );
}
