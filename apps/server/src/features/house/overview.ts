import type { Overview } from '@plimsoll/contract/operator';
import { format, priceOfUnits } from '@plimsoll/money';
import { readHead, readLastRuns, type RecordedRun } from '../../ledger/index.ts';
import type { MarketData, MarketHealth } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import { readAuditEnd, readOwners, readQueues } from './overview-store.ts';

export interface FeedWatch {
  health(): Pick<MarketHealth, 'feed' | 'fresh'>;
  /** Ticks and books of a market that were not used since midnight UTC. */
  quarantinedToday(marketId: string): number;
}

export interface OverviewDeps {
  readonly db: Query;
  readonly market: MarketData;
  readonly feed: FeedWatch;
  readonly clock: Clock;
}

/** The queues, the prices and the ends of the chains (docs/wire/operator.md). */
export async function overview({ db, market, feed, clock }: OverviewDeps): Promise<Overview> {
  const [queues, head, audit, owners, { last, all }] = await Promise.all([
    readQueues(db),
    readHead(db),
    readAuditEnd(db),
    readOwners(db, clock.nowMs()),
    readLastRuns(db),
  ]);
  const health = feed.health();
  return {
    queues,
    owners,
    feed: {
      kind: health.feed,
      fresh: health.fresh,
      now: new Date(clock.nowMs()).toISOString(),
      markets: market.list().map(({ id, symbol, title }) => {
        const tick = market.lastTick(id);
        return {
          m_id: Number(id),
          symbol,
          coinname: title,
          last_tick: tick ? new Date(tick.receiveTimeMs).toISOString() : null,
          spread: spreadOf(market, id),
          quarantined: feed.quarantinedToday(id),
          fresh: market.isFresh(id),
        };
      }),
    },
    ledger: { journals: Number(head.journals), batches: Number(head.batches), hash: head.hash },
    audit,
    runs: { last: runOf(last), all: runOf(all) },
  };
}

const runOf = (run: RecordedRun | undefined): Overview['runs']['last'] =>
  run
    ? {
        kind: run.kind,
        result: run.result,
        at: new Date(run.beganMs).toISOString(),
        findings: run.findings,
        lines: [...run.lines],
      }
    : null;

function spreadOf(market: MarketData, marketId: string): string | null {
  const book = market.book(marketId);
  const [bid, ask] = [book?.bids[0]?.price, book?.asks[0]?.price];
  return bid === undefined || ask === undefined ? null : format(priceOfUnits(ask - bid));
}
