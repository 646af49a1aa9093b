import { createContext, memo, use } from 'react';

/** Hues of well-known coins; lightness and chroma come from the theme. */
const HUES: Readonly<Record<string, number>> = {
  BTC: 70,
  ETH: 275,
  SOL: 310,
  XRP: 240,
  BNB: 90,
  DOGE: 85,
  ADA: 260,
  TRX: 25,
  LINK: 265,
  AVAX: 20,
  USDT: 170,
  DOT: 345,
  LTC: 255,
  BCH: 145,
  UNI: 350,
  ATOM: 280,
  XLM: 230,
  ETC: 155,
  FIL: 210,
  NEAR: 180,
};

/** The hue of a coin: its own, or one derived from its name. */
export function hueOf(coin: string): number {
  const known = HUES[coin];
  if (known !== undefined) return known;
  let hash = 0;
  for (const character of coin) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hash;
}

/** Finds the logo of a coin for marks without one. */
export const CoinLogos = createContext<(coin: string) => string | undefined>(() => undefined);

interface CoinMarkProps {
  readonly coin: string;
  /** Address of a one-colour drawing; {@link CoinLogos} by default; else the first letter is drawn. */
  readonly logo?: string | undefined;
  readonly size?: number;
}

/** A coin's sign on a disc of its hue. Hidden from screen readers: its name is beside it. */
export const CoinMark = memo(function CoinMark({ coin, logo: given, size = 32 }: CoinMarkProps) {
  const logoOf = use(CoinLogos);
  const logo = given ?? logoOf(coin);
  const style = { '--h': hueOf(coin), width: size, height: size };
  return (
    <span className="coin" style={style} aria-hidden="true">
      {logo ? (
        <i style={{ '--mark': `url("${logo.replace(/["\\\n]/g, encodeURIComponent)}")` }} />
      ) : (
        <span className="font-semibold" style={{ fontSize: size * 0.44 }}>
          {coin.slice(0, 1)}
        </span>
      )}
    </span>
  );
});

/** A base, strong, and its quote after a slash. */
export function Pair({ base, quote }: { readonly base: string; readonly quote: string }) {
  return (
    <bdi dir="ltr">
      <b>{base}</b>
      <span className="text-[.87em] text-ink-3">{`/${quote}`}</span>
    </bdi>
  );
}
