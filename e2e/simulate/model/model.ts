import { Dealing, MINUTE_LIMIT, POSITION_LIMIT } from './dealing.ts';
import { Debts } from './debts.ts';
import { read } from './exact.ts';
import { Funding } from './funding.ts';
import { Loans } from './loans.ts';
import { Options } from './options.ts';
import { Prices } from './prices.ts';
import { Products } from './products.ts';
import { houseAccount, Balances, type HouseName } from './balances.ts';
import { Sending } from './sending.ts';
import { Spot } from './spot.ts';
import type { Coin, Market, Member, Settings, World } from './world.ts';

/** Initial data, read by the database set-up and by the model. */
export const COINS = [
  ['1', 'USDT', 8],
  ['2', 'BTC', 8],
  ['3', 'ETH', 8],
  ['4', 'XRP', 6],
  ['5', 'SOL', 2],
] as const;
/** id, symbol, base, quote, minimum, step, price step. */
export const MARKETS = [
  ['1', 'btcusdt', '2', '1', '0.0001', '0.00001', '0.01'],
  ['2', 'ethusdt', '3', '1', '0.001', '0.0001', '0.01'],
  ['3', 'xrpusdt', '4', '1', '1', '0.01', '0.0001'],
  ['4', 'solusdt', '5', '1', '0.05', '0.01', '0.01'],
  ['5', 'ethbtc', '3', '2', '0.001', '0.0001', '0.000001'],
] as const;
/** House accounts: USDT, and every other coin. Options and loans have little, so that they run out. */
export const FUNDS: readonly (readonly [HouseName, string, string])[] = [
  ['spot', '100000000', '100000000'],
  ['options', '4000', '0'],
  ['loans', '20000', '0'],
  ['rewards', '5000', '5000'],
];
/** Seconds, minimum, maximum, rate. */
export const TERMS = [
  [30, '10', '2000', '0.75'],
  [60, '10', '2000', '0.80'],
  [120, '10', '2000', '0.82'],
  [180, '10', '2000', '0.85'],
  [300, '10', '2000', '0.88'],
  [600, '10', '2000', '0.90'],
] as const;

const SWITCHES = [
  'options_switch',
  'account_transfer_status',
  'quantize_switch',
  'flash_exchange_status',
  'Internal_transfer_status',
  'recharge_status',
  'withdrawal_status',
  'address_switch',
  'loan_switch',
  'machine_switch',
  'staking_switch',
  'traders_password_switch',
  'can_edit_address',
  'identity_for_withdrawal',
];

const coinsById = (): Map<string, Coin> =>
  new Map(
    COINS.map(([id, title, places]) => [
      id,
      {
        id,
        title,
        places,
        withdrawMin: read('1'),
        withdrawMax: read('100000'),
        feeType: 2,
        feePercent: 0n,
        feeFixed: 0n,
        sendRate: 0n,
        sendDays: 0,
      },
    ]),
  );

function coinOf(coins: ReadonlyMap<string, Coin>, id: string): Coin {
  const found = coins.get(id);
  if (!found) throw new Error(`no coin ${id}`);
  return found;
}

const marketsById = (coins: ReadonlyMap<string, Coin>): Map<string, Market> =>
  new Map(
    MARKETS.map(([id, symbol, base, quote, min, step, priceStep]) => [
      id,
      {
        id,
        symbol,
        base: coinOf(coins, base),
        quote: coinOf(coins, quote),
        min: read(min),
        step: read(step),
        priceStep: read(priceStep),
        fee: null,
      },
    ]),
  );

const initialSettings = (): Settings => ({
  switches: Object.fromEntries(SWITCHES.map((name) => [name, name === 'identity_for_withdrawal' ? 0 : 1])),
  freshMs: 5000,
  spotFee: read('0.001'),
  spread: read('0.002'),
  maxOpenOrders: null,
  positionLimit: POSITION_LIMIT,
  minuteLimit: MINUTE_LIMIT,
  fourEyes: read('10000'),
});

/** The rules in memory: everything that a seed does is done here too, with the same result. */
export class Model {
  readonly world: World;
  readonly prices: Prices;
  readonly dealing: Dealing;
  readonly spot: Spot;
  readonly options: Options;
  readonly loans: Loans;
  readonly sending: Sending;
  readonly products: Products;
  readonly funding: Funding;
  readonly debts: Debts;
  readonly usdt: Coin;

  constructor(now: () => number) {
    const coins = coinsById();
    this.usdt = coinOf(coins, '1');
    this.world = {
      now,
      balances: new Balances(),
      coins,
      markets: marketsById(coins),
      members: new Map<string, Member>(),
      settings: initialSettings(),
    };
    this.#fund();
    this.prices = new Prices(this.world);
    this.dealing = new Dealing(this.world, this.prices, this.usdt);
    this.spot = new Spot(this.world, this.prices, this.dealing);
    this.options = new Options(this.world, this.prices, this.usdt);
    this.loans = new Loans(this.world, this.usdt);
    const debts = (): Debts => this.debts;
    this.sending = new Sending(this.world, debts);
    this.products = new Products(this.world, debts);
    this.funding = new Funding(this.world, this.prices, this.usdt, debts);
    this.debts = this.#openDebts();
    this.#offerTerms();
  }

  #fund(): void {
    const { balances, coins } = this.world;
    for (const [house, usdt, others] of FUNDS)
      for (const { id } of coins.values())
        balances.move(houseAccount('outside', id), houseAccount(house, id), read(id === this.usdt.id ? usdt : others));
  }

  #offerTerms(): void {
    for (const [seconds, min, max, rate] of TERMS)
      this.options.terms.set(seconds, {
        id: '',
        seconds,
        min: read(min),
        max: read(max),
        rate: read(rate),
        enabled: true,
      });
  }

  #openDebts(): Debts {
    const { loans, sending, products, funding } = this;
    const total = (all: readonly { readonly amount: bigint }[]): bigint =>
      all.reduce((sum, { amount }) => sum + amount, 0n);
    return new Debts(this.world, this.prices, this.usdt, {
      owed: (memberId) => loans.owed(memberId),
      leaving: (memberId, coinId) =>
        total(
          funding.withdrawals.filter(
            (each) => each.memberId === memberId && each.coin.id === coinId && each.status === 1,
          ),
        ) + total(sending.all.filter((each) => each.from === memberId && each.coinId === coinId && each.status === 1)),
      locked: (memberId, coinId) =>
        total(
          products.mined.filter((each) => each.memberId === memberId && each.coin.id === coinId && each.status === 0),
        ) +
        total(
          products.staked.filter(
            (each) => each.memberId === memberId && each.offer.coin.id === coinId && each.status === 0,
          ),
        ),
    });
  }

  doDue(): void {
    this.loans.collectDue();
    this.sending.arriveDue();
    this.products.payDue();
    // Again, with what was paid in meanwhile.
    this.loans.collectDue();
  }

  restarted(): void {
    this.prices.restarted();
  }
}
