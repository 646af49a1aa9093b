import type { AccountType } from '@plimsoll/contract';
import { assetsAudits, assetsOperatorRoutes, assetsRoutes } from '../features/assets/index.ts';
import { houseAudits, houseOperatorRoutes } from '../features/house/index.ts';
import { invitationOperatorRoutes, invitationRoutes } from '../features/invitation/index.ts';
import { memberOperatorRoutes } from '../features/membership/index.ts';
import { operatorAudits } from '../features/operators/index.ts';
import {
  optionAudits,
  optionOrderOperatorRoutes,
  OptionsService,
  optionRoutes,
  seedOptionTerms,
} from '../features/options/index.ts';
import { Proposals } from '../features/proposals/index.ts';
import { spotAudits, spotOperatorRoutes, spotRoutes } from '../features/spot/index.ts';
import { GroupedWriter, plainPosting, type Account, type House } from '../ledger/index.ts';
import { openDb, type Db } from '../platform/db.ts';
import { createPasswords } from '../platform/passwords.ts';
import { readDirectly } from '../platform/replica.ts';
import { DbNotifications } from '../platform/db-notifications.ts';
import { Sessions, SESSIONS_CHANNEL } from '../platform/sessions.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { operatorHttp, type OperatorHttp } from './operator-http.ts';
import { testPlans } from './plans.ts';
import { testSecurity } from './security.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';
import { optionSettings } from './option-settings.ts';
import { COIN, demoMembership, demoSettings, failingLog, holdingOf, journalTo } from './world-parts.ts';

type Holding = `${keyof typeof COIN} ${AccountType}`;
type Holdings = Readonly<Partial<Record<Holding, string>>>;

/** What operators read, over HTTP, with prices set by hand: a bitcoin is 100 USDT, an ether 10. */
export interface HouseWorld {
  readonly world: TradingWorld;
  readonly options: OptionsService;
  readonly http: OperatorHttp;
  /** Works as the owner of the tables. */
  readonly owner: Db;
  /** The sessions of another process, which receives what ends here. */
  readonly elsewhere: Sessions;
  /** Resolves when the other process next learns that sessions of this member ended. */
  endedElsewhere(memberId: string): Promise<void>;
  /** A logged-in member with these amounts, by coin and account type: `{ 'USDT 1': '100' }`. */
  member(holdings?: Holdings, username?: string): Promise<{ readonly id: string; readonly token: string }>;
  /** Funds a house account. */
  fund(house: House, coin: keyof typeof COIN, quantity: string): Promise<void>;
  /** Settles what is due, and passes a millisecond. */
  settle(): Promise<number>;
  /** Throws unless everything adds up. */
  audit(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a {@link HouseWorld}; house account `options` has a million USDT. */
export async function openHouseWorld(): Promise<HouseWorld> {
  const world = await openTradingWorld();
  const { db, market, clock, writer, url } = world;
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
    log: failingLog,
    settings: optionSettings(),
  });
  await options.refreshTerms();
  const sessions = new Sessions(db, clock);
  const other = await otherSessions(world);
  const http = houseHttp(world, options, sessions);
  const grant = granter(writer);
  await grant({ house: 'options', coinId: COIN.USDT }, '1000000');
  market.setTick('btcusdt', '100');
  market.setTick('ethusdt', '10');

  return {
    world,
    options,
    http,
    owner,
    elsewhere: other.sessions,
    endedElsewhere: other.ended,
    async member(holdings = {}, username) {
      const made = await http.newMember(username);
      for (const [name, quantity] of Object.entries(holdings))
        await grant({ memberId: made.id, ...holdingOf(name) }, quantity);
      return made;
    },
    fund: (house, coin, quantity) => grant({ house, coinId: COIN[coin] }, quantity),
    async settle() {
      const count = await options.settler.settleAll();
      // The tape is complete up to this moment: later prices are later on it.
      clock.advance(1);
      return count;
    },
    audit: () =>
      requireCleanAudit(db, [...assetsAudits, ...spotAudits, ...optionAudits, ...houseAudits, ...operatorAudits]),
    async close() {
      await http.app.close();
      await other.stop();
      await settling.drained();
      await connection.close();
      await owner.close();
      await world.close();
    },
  };
}

async function otherSessions({ db, clock, url }: TradingWorld) {
  const sessions = new Sessions(db, clock);
  const waiting = new Map<string, () => void>();
  const listener = new DbNotifications({ url, clock }).listener({
    channel: SESSIONS_CHANNEL,
    received(memberId) {
      sessions.endedElsewhere(memberId);
      waiting.get(memberId ?? '')?.();
    },
  });
  await listener.start();
  return {
    sessions,
    stop: () => listener.stop(),
    ended: (memberId: string): Promise<void> =>
      new Promise((resolve) => {
        waiting.set(memberId, resolve);
      }),
  };
}

function houseHttp(world: TradingWorld, options: OptionsService, sessions: Sessions): OperatorHttp {
  const { db, market, clock, writer, service } = world;
  const settings = demoSettings(() => ({}));
  const membership = demoMembership({
    db,
    clock,
    sessions,
    passwords: createPasswords(2),
    settings,
    security: testSecurity(db, clock),
  });
  const proposals = new Proposals({ db, clock, log: failingLog });
  return operatorHttp({
    proposals,
    db,
    clock,
    sessions,
    settings,
    routes: [
      ...membership.routes,
      ...invitationRoutes({ db }),
      ...spotRoutes({ db, market, service, plans: testPlans(clock) }),
      ...optionRoutes({ db, clock, service: options, plans: testPlans(clock) }),
      ...assetsRoutes({ db, market, writer, clock, settings, plans: testPlans(clock) }),
    ],
    operatorRoutes: [
      ...memberOperatorRoutes({ db, clock, sessions, market, proposals }),
      ...invitationOperatorRoutes({ db }),
      ...spotOperatorRoutes({ db }),
      ...optionOrderOperatorRoutes({ db, clock }),
      ...assetsOperatorRoutes({ db }),
      ...houseOperatorRoutes({
        db,
        reports: readDirectly(db),
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
}

/** Posts money from outside to any account. */
function granter(writer: GroupedWriter): (to: Account, quantity: string) => Promise<void> {
  let grants = 0;
  return async (to, quantity) => {
    grants += 1;
    await writer.submit(plainPosting, [journalTo(`grant.${grants}`, to, quantity)]);
  };
}
