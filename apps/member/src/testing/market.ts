import type { MarketItem } from '@plimsoll/contract';

/** A market as the list has it, at 100 USDT a bitcoin. */
export const BTC_USDT: MarketItem = {
  id: 1,
  title: 'BTC/USDT',
  symbol: 'btcusdt',
  coinname: 'BTC',
  trade_coin: 'USDT',
  base_decimals: 8,
  quote_decimals: 8,
  decimals: 8,
  trade_decimals: 8,
  close: '100.00000000',
  mark: null,
  change: '+1.84',
  hamount: '100.00000000',
  logo: '/coins/btc.svg',
  min: '0.00010000',
  step: '0.00010000',
  price_step: '0.01000000',
  spot_fee: '0.00100000',
};
