import type { MarketItem } from '@plimsoll/contract';
import { seedOf, uniform } from '../../apps/server/src/testing/dice.ts';
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts';
import { ask, obtain, registerFunded } from '../../apps/server/src/testing/api-client.ts';
import { startChildServer } from '../../apps/server/src/testing/child-server.ts';
import { ROOMY } from '../measure/own-database.ts';
import { drawOrder, formBody, marketBuy } from './orders.ts';

/** Different orders a member sends, in turn. */
const BODIES_EACH = 97;
/** USDT each member spends on each coin beforehand, to have something to sell. */
const SPENT_ON_EACH = '250';
const TRIES = 20;
/** Coins whose minimum quantity is cheap: ten thousand USDT last for thousands of orders. */
const SYMBOLS = ['xrpusdt', 'adausdt', 'trxusdt', 'dogeusdt', 'linkusdt', 'solusdt', 'dotusdt', 'ltcusdt'];

export interface TradingMember {
  readonly token: string;
  readonly bodies: readonly string[];
}

export interface TradingFloor {
  readonly url: string;
  readonly databaseUrl: string;
  readonly members: readonly TradingMember[];
  close(): Promise<void>;
}

interface FloorOptions {
  readonly nodeArguments?: readonly string[];
  /** PostgreSQL settings on top of the platform's. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the database and the server in `dataDir`, registers and funds `count` members through the API, and buys each
 * the coins they will sell.
 */
export async function openTradingFloor(dataDir: string, count: number, more: FloorOptions = {}): Promise<TradingFloor> {
  const { nodeArguments = [], settings = {} } = more;
  const postgres = await startPostgres({ dir: dataDir, settings: { ...ROOMY, ...settings } });
  try {
    const server = await startChildServer({
      dataDir,
      env: { FEED_SEED: 'bench', DATABASE_URL: postgres.appUrl, MIGRATE_DATABASE_URL: postgres.url },
      nodeArguments,
    });
    try {
      return {
        url: server.url,
        databaseUrl: postgres.url,
        members: await admitMembers(server.url, count),
        async close() {
          await server.stop();
          await postgres.stop();
        },
      };
    } catch (error) {
      await server.kill();
      throw error;
    }
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function admitMembers(url: string, count: number): Promise<TradingMember[]> {
  const { list } = await obtain(url, 'getMarketList');
  const markets = list.filter(({ symbol }) => SYMBOLS.includes(symbol));
  const tokens: string[] = [];
  for (let member = 0; member < count; member += 1)
    tokens.push(await registerFunded(url, `member${member}@bench.example`));
  await Promise.all(tokens.map((token) => stockUp(url, token, markets)));
  return tokens.map((token, member) => ({ token, bodies: bodiesOf(member, markets) }));
}

/** Buys each market's coin; an exhausted book is asked again after its next snapshot. */
async function stockUp(url: string, token: string, markets: readonly MarketItem[]): Promise<void> {
  for (const market of markets) {
    for (let tries = 1; ; tries += 1) {
      const { code, reason } = await ask(url, 'upbbbuy', marketBuy(market, SPENT_ON_EACH), { token });
      if (code === 1) break;
      if (tries === TRIES) throw new Error(`${market.symbol} could not be bought: ${reason}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 250);
      });
    }
  }
}

function bodiesOf(member: number, markets: readonly MarketItem[]): string[] {
  const seed = seedOf(`member ${member}`);
  let drawn = 0;
  const draw = () => uniform(seed, 0, (drawn += 1));
  return Array.from({ length: BODIES_EACH }, () => {
    const market = markets[Math.floor(draw() * markets.length)];
    if (!market) throw new Error('there are no markets');
    return formBody(drawOrder(market, draw));
  });
}
