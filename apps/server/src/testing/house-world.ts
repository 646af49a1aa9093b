import type { AccountType } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { assetsAudits, assetsOperatorRoutes, assetsRoutes } from '../features/assets/index.ts';
import { houseAudits, houseOperatorRoutes } from '../features/house/index.ts';
import { invitationOperatorRoutes, invitationRoutes } from '../features/invitation/index.ts';
import { createMembership, memberOperatorRoutes } from '../features/membership/index.ts';
import { operatorAudits } from '../features/operators/index.ts';
import {
  optionAudits,
  optionOrderOperatorRoutes,
  OptionsService,
  optionRoutes,
  seedOptionTerms,
} from '../features/options/index.ts';
import { Proposals } from '../features/proposals/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import { spotAudits, spotOperatorRoutes, spotRoutes } from '../features/spot/index.ts';
import { GroupedWriter, move, plainPosting, type House } from '../ledger/index.ts';
import { openDb, type Db } from '../platform/db.ts';
import { createPasswords } from '../platform/passwords.ts';
import { Listener } from '../platform/listener.ts';
import { Sessions, SESSIONS_CHANNEL } from '../platform/sessions.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { COIN } from './wallet-world.ts';
import { operatorHttp, type OperatorHttp } from './operator-http.ts';
import { testSecurity } from './security.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';
import { optionSettings } from './option-settings.ts';

type Holding = `${keyof typeof COIN} ${AccountType}`;
type Holdings = Readonly<Partial<Record<Holding, string>>>;

/**
 * Everything that operators look at, over HTTP, on a database of its own, with prices set by hand: a bitcoin is 100
 * USDT, an ether 10.
 */
export interface HouseWorld {
  readonly world: TradingWorld;
  readonly options: OptionsService;
  readonly http: OperatorHttp;
  /** Works as the role that owns the tables. */
  readonly owner: Db;
  /** The sessions of another process on the same database, which hears what ends here. */
  readonly elsewhere: Sessions;
  /** Resolves when the other process has heard next that sessions of this member ended. */
  endedElsewhere(memberId: string): Promise<void>;
  /** A member who is logged in and has these amounts, by coin and account type: `{ 'USDT 1': '100' }`. */
  member(holdings?: Holdings, username?: string): Promise<{ readonly id: string; readonly token: string }>;
  /** Puts money in an account of the house. */
  fund(house: House, coin: keyof typeof COIN, quantity: string): Promise<void>;
  /** Settles what is due; a millisecond has passed then. */
  settle(): Promise<number>;
  /** Throws unless everything adds up. */
  audit(): Promise<void>;
  close(): Promise<void>;
}

const TYPES = { 1: 1, 2: 2, 3: 3 } as const;

function fail(details: object, message: string): never {
  throw new Error(message, { cause: details });
}

/** Opens a {@link HouseWorld} with the demo's terms; its options account has a million USDT. */
export async function openHouseWorld(): Promise<HouseWorld> {
  const world = await openTradingWorld();
  const { db, market, clock, writer, service, url } = world;
  await seedOptionTerms(db, clock.nowMs());
  const owner = openDb(url, { connections: 1, role: null });
  const connection = openDb(url, { connections: 1 });
  const settling = new GroupedWriter({ connection, db, clock });
  const options = new OptionsService({
    db,
    market,
    tape: market.tape,
    marks: market.marks,
    writer,
    settling,
    clock,
    log: { error: fail },
    settings: optionSettings(),
  });
  await options.refreshTerms();
  const [sessions, elsewhere] = [new Sessions(db, clock), new Sessions(db, clock)];
  const waiting = new Map<string, () => void>();
  const listener = new Listener({
    url,
    channel: SESSIONS_CHANNEL,
    clock,
    received(memberId) {
      elsewhere.endedElsewhere(memberId);
      waiting.get(memberId ?? '')?.();
    },
  });
  await listener.start();
  const settings = () => defaultSettings({ mode: 'demo', isDemoFeed: true });
  const mailer = { send: () => {}, settled: async () => {} };
  const membership = createMembership({
    db,
    clock,
    sessions,
    passwords: createPasswords(2),
    mailer,
    settings,
    mode: 'demo',
    security: testSecurity(db, clock),
  });
  const proposals = new Proposals({ db, clock, log: { error: fail } });
  const http = operatorHttp({
    proposals,
    db,
    clock,
    sessions,
    settings,
    routes: [
      ...membership.routes,
      ...invitationRoutes({ db }),
      ...spotRoutes({ db, market, service }),
      ...optionRoutes({ db, clock, service: options }),
      ...assetsRoutes({ db, market, writer, clock, settings }),
    ],
    operatorRoutes: [
      ...memberOperatorRoutes({ db, clock, sessions, market, proposals }),
      ...invitationOperatorRoutes({ db }),
      ...spotOperatorRoutes({ db }),
      ...optionOrderOperatorRoutes({ db, clock }),
      ...assetsOperatorRoutes({ db }),
      ...houseOperatorRoutes({
        db,
        clock,
        proposals,
        writer,
        market,
        limits: service.limits,
        feed: {
          health: () => ({ feed: 'simulated', fresh: market.list().some(({ id }) => market.isFresh(id)) }),
          quarantinedToday: () => 0,
        },
      }),
    ],
  });
  let grants = 0;
  const grant = async (to: Parameters<typeof move>[1], quantity: string): Promise<void> => {
    grants += 1;
    await writer.submit(plainPosting, [
      {
        cause: { kind: 'demo-funding', id: `grant.${grants}` },
        actor: { kind: 'clock' },
        lines: [move({ house: 'outside', coinId: to.coinId }, to, amount(quantity))],
      },
    ]);
  };
  await grant({ house: 'options', coinId: COIN.USDT }, '1000000');
  market.setTick('btcusdt', '100');
  market.setTick('ethusdt', '10');

  return {
    world,
    options,
    http,
    owner,
    elsewhere,
    endedElsewhere: (memberId) =>
      new Promise<void>((resolve) => {
        waiting.set(memberId, resolve);
      }),
    async member(holdings = {}, username) {
      const made = await http.newMember(username);
      for (const [key, quantity] of Object.entries(holdings)) {
        const [title, digit] = key.split(' ') as [keyof typeof COIN, '1' | '2' | '3'];
        await grant({ memberId: made.id, type: TYPES[digit], coinId: COIN[title] }, quantity);
      }
      return made;
    },
    fund: (house, coin, quantity) => grant({ house, coinId: COIN[coin] }, quantity),
    async settle() {
      const count = await options.settler.settleAll();
      // The tape is whole up to this moment: what comes now is later on it.
      clock.advance(1);
      return count;
    },
    audit: () =>
      requireCleanAudit(db, [...assetsAudits, ...spotAudits, ...optionAudits, ...houseAudits, ...operatorAudits]),
    async close() {
      await http.app.close();
      await listener.stop();
      await settling.drained();
      await connection.close();
      await owner.close();
      await world.close();
    },
  };
}
