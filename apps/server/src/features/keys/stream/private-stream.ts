import type { IncomingMessage } from 'node:http';
import type { MarketData, SocketProtocol } from '../../../market/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DbNotifications } from '../../../platform/db-notifications.ts';
import type { Db } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { NewsService, type NewsEntry } from '../../../platform/news/index.ts';
import type { Throttles } from '../../../platform/throttles.ts';
import { PREFIX, type Admission } from '../admit.ts';
import type { KnownKey, KnownKeys } from '../known-keys.ts';
import { balanceNewsOf, orderNewsOf } from './private-news.ts';
import { PrivateProtocol } from './protocol.ts';

interface StreamDeps {
  readonly db: Db;
  readonly notifications: DbNotifications;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly market: MarketData;
  readonly throttles: Throttles;
  readonly keys: KnownKeys;
  readonly admission: Admission;
  readonly from: NewsEntry['from'];
  readonly addressOf: (request: IncomingMessage) => string;
}

/** HTX's private stream, fed by the members' news of this process. */
export interface PrivateStream {
  /** By path. */
  readonly protocols: ReadonlyMap<string, SocketProtocol>;
  /** Begins to listen. Call it before sockets are served. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens {@link PrivateStream}. */
export function openPrivateStream(deps: StreamDeps): PrivateStream {
  const { db, market, keys } = deps;
  // A key is proven before its connection enters the news, by a ticket that is used up there.
  const tickets = new Map<string, KnownKey>();
  const news = new NewsService({
    ...deps,
    sources: [orderNewsOf(db), balanceNewsOf(db, market)],
    sessions: {
      find(ticket) {
        const key = ticket === undefined ? undefined : tickets.get(ticket);
        if (ticket !== undefined) tickets.delete(ticket);
        return key && { memberId: key.memberId, hash: key.hash, lang: null };
      },
      stillOpen: (hashes) => keys.stillOpen(hashes),
      onEnded: (listener) => keys.onEnded(listener),
    },
  });
  const protocol = new PrivateProtocol({ ...deps, news, tickets });
  return {
    protocols: new Map(['', PREFIX].map((prefix) => [`${prefix}/ws/v2`, protocol])),
    start: () => news.start(),
    stop: () => news.stop(),
  };
}
