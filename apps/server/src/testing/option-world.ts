import type { Answer, Input, Result } from '@plimsoll/contract';
import { amount, format } from '@plimsoll/money';
import { optionAudits, OptionsService, type HouseLimits, seedOptionTerms } from '../features/options/index.ts';
import { balancesOf, move, plainPosting, type GroupedWriter } from '../ledger/index.ts';
import { openDb, type Db } from '../platform/db.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { openTradingWorld, type KeptWorld, type TradingWorld } from './trading-world.ts';
import { optionSettings } from './option-settings.ts';
import { openProcess, type OtherProcess } from './world-parts.ts';

const USDT = '1';

/** Options with prices set by hand, on a separate database. Only {@link settle} settles. */
export interface OptionWorld extends Pick<
  TradingWorld,
  'clock' | 'market' | 'db' | 'url' | 'writer' | 'kept' | 'close'
> {
  readonly service: OptionsService;
  readonly spot: TradingWorld['service'];
  /** Works as the owner of the tables. */
  readonly owner: Db;
  /** Another process with the same prices and its own connection. */
  another(): OptionsService;
  /** Makes a member with this much USDT in the options account. */
  staker(usdt: string): Promise<string>;
  /** Puts USDT in a member's options account. */
  give(memberId: string, usdt: string): Promise<void>;
  /** A member's options account: available, frozen. */
  balances(memberId: string): Promise<readonly [string, string]>;
  /** House account `options`: available, frozen. */
  house(): Promise<readonly [string, string]>;
  /** Places an option; throws when refused. */
  placed(memberId: string, order?: Partial<Order>): Promise<string>;
  /** Places an option and draws its line a second later, at the last mark's price; throws when refused. */
  withLine(memberId: string, order?: Partial<Order>): Promise<string>;
  /** Passes a second and marks these markets at their last price, which draws the lines of placed options. */
  draw(...symbols: readonly string[]): Promise<void>;
  place(memberId: string, order?: Partial<Order>): Promise<Result<Answer<'creatorder'>>>;
  /** Settles what is due, and passes a millisecond. */
  settle(): Promise<number>;
  /** Throws unless ledger and options add up. */
  audit(): Promise<void>;
}

/** An order as a test writes it. */
export interface Order {
  readonly market: string;
  readonly seconds: number;
  readonly stake: string;
  readonly way: 'up' | 'down';
}

const inputOf = ({ market = '1', seconds = 30, stake = '100', way = 'up' }: Partial<Order>): Input<'creatorder'> => ({
  m_id: market,
  ctime: String(seconds),
  ctzed: amount(stake),
  buytype: way === 'up' ? '1' : '2',
});

const houseOf = {
  name: 'world.house',
  text: `select available, frozen from ledger_account where house = 'options' and coin_id = $1`,
};

function fail(details: object, message: string): never {
  throw new Error(message, { cause: 'err' in details ? details.err : details });
}

interface OptionWorldOptions {
  readonly house?: string;
  readonly onError?: (details: object, message: string) => void;
  readonly settled?: (lateMs: readonly number[]) => void;
  readonly limits?: HouseLimits;
  /** Goes on in a copy of a world, instead of a new one. */
  readonly copyOf?: KeptWorld | undefined;
}

/**
 * Opens an {@link OptionWorld}; `house` is the USDT of house account `options`, `onError` gets logged errors, `settled`
 * the lateness of settled options, `limits` replace the default ones.
 */
export async function openOptionWorld({
  house = '1000000',
  onError = fail,
  settled = () => {},
  limits,
  copyOf,
}: OptionWorldOptions = {}): Promise<OptionWorld> {
  const world = await openTradingWorld({ copyOf });
  const { clock, market, db, url, writer } = world;
  if (!copyOf) {
    await seedOptionTerms(db, clock.nowMs());
    await fundHouse(writer, house);
  }
  const owner = openDb(url, { connections: 1, role: null });
  const others: OtherProcess[] = [];
  const opens = (): GroupedWriter => {
    const other = openProcess({ db, url, clock });
    others.push(other);
    return other.writer;
  };
  const serviceOn = (own: GroupedWriter) =>
    new OptionsService({
      db,
      market,
      tape: market.tape,
      marks: market.marks,
      writer: own,
      settling: opens(),
      clock,
      log: { error: onError },
      settled,
      settings: optionSettings(limits ? { limits: () => limits } : {}),
    });
  const service = serviceOn(writer);
  await service.refreshTerms();

  return {
    clock,
    market,
    db,
    url,
    writer,
    service,
    spot: world.service,
    owner,
    another: () => serviceOn(opens()),
    ...stakersOf(world),
    ...placing({ clock, market, service }),
    ...balancesIn(db),
    settle: () => settleDue(service, clock),
    audit: () => requireCleanAudit(db, optionAudits),
    kept: () => world.kept(),
    async close(how) {
      for (const each of others) await each.close();
      await owner.close();
      await world.close(how);
    },
  };
}

const fundHouse = (writer: GroupedWriter, usdt: string) =>
  writer.submit(plainPosting, [
    {
      cause: { kind: 'house-funding', id: 'options.USDT' },
      actor: { kind: 'clock' },
      lines: [move({ house: 'outside', coinId: USDT }, { house: 'options', coinId: USDT }, amount(usdt))],
    },
  ]);

async function settleDue(service: OptionsService, clock: OptionWorld['clock']): Promise<number> {
  const count = await service.settler.settleAll();
  // The tape is complete up to this moment: later prices are later on it.
  clock.advance(1);
  return count;
}

const balancesIn = (db: Db): Pick<OptionWorld, 'balances' | 'house'> => ({
  async balances(memberId) {
    const own = (await balancesOf(db, memberId)).find(({ type, coinId }) => type === 2 && coinId === USDT);
    return [format(own?.available ?? amount('0')), format(own?.frozen ?? amount('0'))];
  },
  async house() {
    const [row] = await db.run<{ available: string; frozen: string }>(houseOf, [USDT]);
    return [format(amount(row?.available ?? '0')), format(amount(row?.frozen ?? '0'))];
  },
});

function stakersOf({ writer, ...world }: TradingWorld): Pick<OptionWorld, 'give' | 'staker'> {
  let grants = 0;
  const give = async (memberId: string, usdt: string): Promise<void> => {
    grants += 1;
    await writer.submit(plainPosting, [
      {
        cause: { kind: 'demo-funding', id: `option.${grants}` },
        actor: { kind: 'clock' },
        lines: [move({ house: 'outside', coinId: USDT }, { memberId, type: 2, coinId: USDT }, amount(usdt))],
      },
    ]);
  };
  return {
    give,
    async staker(usdt) {
      const memberId = await world.member({});
      await give(memberId, usdt);
      return memberId;
    },
  };
}

function placing({
  clock,
  market,
  service,
}: Pick<OptionWorld, 'clock' | 'market' | 'service'>): Pick<OptionWorld, 'place' | 'placed' | 'draw' | 'withLine'> {
  const place: OptionWorld['place'] = (memberId, order = {}) => {
    const send = () => service.place(memberId, inputOf(order));
    return market.isBehind ? market.keep().then(send) : send();
  };
  const placed: OptionWorld['placed'] = async (memberId, order = {}) => {
    const result = await place(memberId, order);
    if (!result.ok) throw new Error(result.refusal.reason);
    return String(result.value.order_id);
  };
  const draw: OptionWorld['draw'] = async (...symbols) => {
    clock.advance(1_000);
    for (const symbol of symbols) {
      const last = market.mark(market.bySymbol(symbol)?.id ?? '');
      if (last) market.setMark(symbol, format(last.price));
    }
    await service.settler.settleAll();
  };
  return {
    place,
    placed,
    draw,
    async withLine(memberId, order = {}) {
      const id = await placed(memberId, order);
      await draw(market.byId(order.market ?? '1')?.symbol ?? 'btcusdt');
      return id;
    },
  };
}
