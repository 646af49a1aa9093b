import { amountOfUnits, minus, notional, plus, proportion, ZERO, type Amount, type Price } from '@plimsoll/money';

/**
 * What a line of a journal is to the member (RULES 9): a side of a `trade`, a `fee`, the outcome of an `option`,
 * `interest` earned or paid, money that came or went (`flow`), or a move between `own` accounts.
 */
export type PortfolioPart = 'trade' | 'fee' | 'option' | 'interest' | 'flow' | 'own';

/** What a journal changes in one account of a member's; below zero for what leaves. */
export interface PortfolioLine {
  /** An account's name, such as its type and coin. */
  readonly account: string;
  readonly coinId: string;
  readonly part: PortfolioPart;
  readonly amount: Amount;
}

/** What a member has of a coin, in all accounts. */
export interface CoinSums {
  readonly quantity: Amount;
  /** What the quantity cost, in USDT, by the weighted average of all that came. */
  readonly cost: Amount;
  /** What left brought more than it had cost, in USDT. */
  readonly realised: Amount;
  /** What came less what went while the coin had no price yet. */
  readonly early: Amount;
}

/** All that a member's journals came to. Amounts without a coin are in USDT. */
export interface PortfolioSums {
  readonly accounts: Map<string, Amount>;
  readonly coins: Map<string, CoinSums>;
  moneyIn: Amount;
  moneyOut: Amount;
  /** Below zero for a loss. */
  options: Amount;
  /** Never above zero. */
  fees: Amount;
  interest: Amount;
}

/** What is worth what at the moment of a journal. */
export interface Worth {
  /** USDT, which is worth itself. */
  readonly unit: string;
  /** One of a coin in USDT; undefined while it has no price. */
  priceOf(coinId: string): Price | undefined;
}

const NOTHING: CoinSums = { quantity: ZERO, cost: ZERO, realised: ZERO, early: ZERO };

/** The sums before the first journal. */
export const emptySums = (): PortfolioSums => ({
  accounts: new Map(),
  coins: new Map(),
  moneyIn: ZERO,
  moneyOut: ZERO,
  options: ZERO,
  fees: ZERO,
  interest: ZERO,
});

/** The same sums, to go on from. */
export const copyOfSums = (sums: PortfolioSums): PortfolioSums => ({
  ...sums,
  accounts: new Map(sums.accounts),
  coins: new Map(sums.coins),
});

const negated = (value: Amount): Amount => amountOfUnits(-value);
const sizeOf = (value: Amount): Amount => (value < 0n ? negated(value) : value);

/** A quantity, of either sign, in USDT; rounded towards zero. */
export const worthOf = (each: Price, quantity: Amount): Amount =>
  quantity < 0n ? negated(notional(each, negated(quantity), 'down')) : notional(each, quantity, 'down');

const valued = (worth: Worth, coinId: string, quantity: Amount): Amount | undefined => {
  if (coinId === worth.unit) return quantity;
  const each = worth.priceOf(coinId);
  return each && worthOf(each, quantity);
};

/** `value` came with `quantity`. */
function comes(sums: PortfolioSums, coinId: string, quantity: Amount, value: Amount): void {
  const coin = sums.coins.get(coinId) ?? NOTHING;
  sums.coins.set(coinId, { ...coin, quantity: plus(coin.quantity, quantity), cost: plus(coin.cost, value) });
}

/** `quantity` left, for `value`: it takes its share of the cost along. */
function leaves(sums: PortfolioSums, coinId: string, quantity: Amount, value: Amount): void {
  const coin = sums.coins.get(coinId) ?? NOTHING;
  const cost = quantity >= coin.quantity ? coin.cost : proportion(coin.cost, quantity, coin.quantity);
  sums.coins.set(coinId, {
    ...coin,
    quantity: minus(coin.quantity, quantity),
    cost: minus(coin.cost, cost),
    realised: plus(coin.realised, minus(value, cost)),
  });
}

/** A change without a price: what comes costs nothing, what leaves brings nothing, until the coin has a first price. */
function changesUnpriced(sums: PortfolioSums, coinId: string, change: Amount): void {
  if (change > 0n) comes(sums, coinId, change, ZERO);
  else leaves(sums, coinId, negated(change), ZERO);
  const coin = sums.coins.get(coinId) ?? NOTHING;
  sums.coins.set(coinId, { ...coin, early: plus(coin.early, change) });
}

function count(sums: PortfolioSums, part: PortfolioPart, value: Amount): void {
  if (part === 'fee') sums.fees = plus(sums.fees, value);
  else if (part === 'option') sums.options = plus(sums.options, value);
  else if (part === 'interest') sums.interest = plus(sums.interest, value);
  else if (value > 0n) sums.moneyIn = plus(sums.moneyIn, value);
  else sums.moneyOut = plus(sums.moneyOut, negated(value));
}

function takeChange(sums: PortfolioSums, line: Omit<PortfolioLine, 'account'>, worth: Worth): void {
  const value = valued(worth, line.coinId, line.amount);
  if (value === undefined) {
    changesUnpriced(sums, line.coinId, line.amount);
    return;
  }
  if (line.amount > 0n) comes(sums, line.coinId, line.amount, value);
  else leaves(sums, line.coinId, negated(line.amount), negated(value));
  count(sums, line.part, value);
}

interface Trade {
  readonly given: PortfolioLine;
  readonly got: PortfolioLine;
}

/** The two sides of a journal that trades. */
function tradeIn(lines: readonly PortfolioLine[]): Trade | undefined {
  const given = lines.find(({ part, amount }) => part === 'trade' && amount < 0n);
  const got = lines.find(({ part, amount }) => part === 'trade' && amount > 0n);
  return given && got && { given, got };
}

/** What was traded, in USDT: the side in USDT if there is one, else what was given by its price, else what was got. */
function valueOfTrade({ given, got }: Trade, worth: Worth): Amount | undefined {
  if (got.coinId === worth.unit) return got.amount;
  return valued(worth, given.coinId, negated(given.amount)) ?? valued(worth, got.coinId, got.amount);
}

/** Both sides are worth the same, and a fee of what was got is worth its part of it: no price is asked. */
function takeTrade(sums: PortfolioSums, trade: Trade, fee: PortfolioLine | undefined, value: Amount): void {
  const { given, got } = trade;
  leaves(sums, given.coinId, negated(given.amount), value);
  const feeSize = fee ? sizeOf(fee.amount) : ZERO;
  const feeValue = feeSize === 0n ? ZERO : proportion(value, feeSize, got.amount);
  comes(sums, got.coinId, minus(got.amount, feeSize), minus(value, feeValue));
  count(sums, 'fee', negated(feeValue));
}

/** The coins whose prices {@link takeJournal} asks for. */
export function coinsToPrice(lines: readonly PortfolioLine[], unit: string): readonly string[] {
  const trade = tradeIn(lines);
  return lines.flatMap(({ part, coinId }) => {
    if (coinId === unit || part === 'own') return [];
    if (!trade) return [coinId];
    const isTradeInUnit = trade.given.coinId === unit || trade.got.coinId === unit;
    const isOfTrade = part === 'trade' || (part === 'fee' && coinId === trade.got.coinId);
    return isOfTrade && isTradeInUnit ? [] : [coinId];
  });
}

/**
 * Adds a journal's lines to the sums (RULES 9). Exact: whatever the prices, costs less what was realised are always
 * money in less money out, with options, fees and interest.
 */
export function takeJournal(sums: PortfolioSums, lines: readonly PortfolioLine[], worth: Worth): void {
  for (const { account, amount } of lines) sums.accounts.set(account, plus(sums.accounts.get(account) ?? ZERO, amount));
  const trade = tradeIn(lines);
  const value = trade && valueOfTrade(trade, worth);
  if (!trade || value === undefined) {
    for (const line of lines) if (line.part !== 'own') takeChange(sums, line, worth);
    return;
  }
  const fee = lines.find(({ part, coinId }) => part === 'fee' && coinId === trade.got.coinId);
  takeTrade(sums, trade, fee, value);
  for (const line of lines)
    if (line !== trade.given && line !== trade.got && line !== fee && line.part !== 'own')
      takeChange(sums, line, worth);
}

/** A coin of a portfolio at a moment, in USDT. */
export interface CoinWorth {
  readonly coinId: string;
  readonly quantity: Amount;
  /** Undefined when the coin has had no price yet: it then counts nowhere. */
  readonly price: Price | undefined;
  readonly worth: Amount;
  readonly cost: Amount;
  readonly realised: Amount;
  /** Its worth less its cost. */
  readonly unrealised: Amount;
}

/** A portfolio at a moment, in USDT. */
export interface PortfolioAt {
  readonly coins: readonly CoinWorth[];
  readonly worth: Amount;
  readonly moneyIn: Amount;
  readonly moneyOut: Amount;
  /** Since the first journal; {@link options}, {@link fees} and {@link interest} too. */
  readonly market: Amount;
  readonly options: Amount;
  readonly fees: Amount;
  readonly interest: Amount;
}

/** Prices of coins: now, and the first that each ever had. */
export interface PortfolioPrices {
  priceOf(coinId: string): Price | undefined;
  firstOf(coinId: string): Price | undefined;
}

/**
 * What sums are worth at prices (RULES 9). What came before its coin had a price came at its first price. Worth less
 * money in plus money out is market, options, fees and interest, to the last unit.
 */
export function portfolioAt(sums: PortfolioSums, prices: PortfolioPrices): PortfolioAt {
  let { moneyIn, moneyOut } = sums;
  let [worth, market] = [ZERO, ZERO];
  const coins = [...sums.coins].map(([coinId, coin]): CoinWorth => {
    const price = prices.priceOf(coinId);
    const first = coin.early === 0n ? undefined : prices.firstOf(coinId);
    const early = first && price !== undefined ? worthOf(first, coin.early) : ZERO;
    if (early > 0n) moneyIn = plus(moneyIn, early);
    else moneyOut = plus(moneyOut, negated(early));
    const cost = plus(coin.cost, early);
    const each = price === undefined ? ZERO : worthOf(price, coin.quantity);
    const unrealised = price === undefined ? negated(cost) : minus(each, cost);
    worth = plus(worth, each);
    market = plus(market, plus(coin.realised, unrealised));
    return { coinId, quantity: coin.quantity, price, worth: each, cost, realised: coin.realised, unrealised };
  });
  const { options, fees, interest } = sums;
  return { coins, worth, moneyIn, moneyOut, market, options, fees, interest };
}
