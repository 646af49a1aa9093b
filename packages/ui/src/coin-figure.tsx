import { Figure } from './figure.tsx';

interface CoinFigureProps {
  readonly value: string | undefined;
  readonly coin: string;
  readonly places?: number;
}

/** An amount with its coin in smaller type, `--` while it is unknown. */
export function CoinFigure({ value, coin, places }: CoinFigureProps) {
  if (value === undefined) return '--';
  return (
    <>
      <Figure value={value} {...(places === undefined ? {} : { places })} />{' '}
      <small className="text-[.78em] font-normal text-ink-3">{coin}</small>
    </>
  );
}
