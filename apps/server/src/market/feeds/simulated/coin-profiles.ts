export interface CoinProfile {
  /** Usual price in USDT. */
  readonly level: number;
  /** Log return per unit of Bitcoin's. */
  readonly followsBitcoin: number;
  /** Annual volatility besides Bitcoin's. */
  readonly ownVolatility: number;
  /** Usual spread of the best prices, as a fraction. */
  readonly spread: number;
  /** Usual worth of a level, in USDT. */
  readonly restingUsdt: number;
  /** Usual worth of a trade, in USDT. */
  readonly tradeUsdt: number;
}

const profile = (
  level: number,
  followsBitcoin: number,
  ownVolatility: number,
  spread: number,
  restingUsdt: number,
  tradeUsdt: number,
): CoinProfile => ({ level, followsBitcoin, ownVolatility, spread, restingUsdt, tradeUsdt });

const PROFILES: Readonly<Record<string, CoinProfile>> = {
  BTC: profile(97_000, 1, 0, 0.00003, 16_000, 2_600),
  ETH: profile(3_400, 1.15, 0.32, 0.00005, 11_000, 1_500),
  SOL: profile(190, 1.3, 0.5, 0.00012, 6_000, 700),
  XRP: profile(2.3, 0.95, 0.55, 0.00015, 6_000, 600),
  BNB: profile(680, 0.85, 0.35, 0.00012, 5_000, 500),
  DOGE: profile(0.33, 1.3, 0.6, 0.00018, 4_500, 450),
  ADA: profile(0.9, 1.15, 0.5, 0.0002, 3_500, 350),
  TRX: profile(0.25, 0.6, 0.35, 0.00016, 3_500, 300),
  LINK: profile(22, 1.2, 0.5, 0.0002, 3_000, 320),
  AVAX: profile(38, 1.3, 0.55, 0.00022, 2_800, 280),
  LTC: profile(105, 0.9, 0.4, 0.00018, 3_200, 300),
  DOT: profile(7, 1.2, 0.5, 0.00024, 2_500, 240),
};
/** For a coin that an operator adds: one USDT, volatile and thin. */
const UNKNOWN = profile(1, 1, 0.6, 0.0004, 1_500, 150);

/** The profile of a coin by its title; unknown coins have one too. */
export const coinProfile = (coin: string): CoinProfile => PROFILES[coin] ?? UNKNOWN;
