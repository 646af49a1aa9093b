import { Counter, Gauge, type Registry } from 'prom-client';
import { listenerFailures } from '../../platform/listeners.ts';
import type { BuildInfo, FigureSources } from './sources.ts';

/** Gauges and counters of what this process knows by itself. */
export function addProcessGauges(registry: Registry, sources: FigureSources, build: BuildInfo): void {
  const { market, feed, clock, writers, pools } = sources;
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    collect: (own: Gauge) => void | Promise<void>,
  ): void => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          this.reset();
          // What is not known is missing, where the library would say 0.
          this.remove({});
          await collect(this);
        },
      }),
    );
  };
  /** Counted elsewhere: taken over as it stands. */
  const counter = (name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void => {
    registry.registerMetric(
      new Counter({
        name,
        help,
        labelNames: [label],
        registers: [],
        collect() {
          this.reset();
          for (const [word, count] of Object.entries(read())) this.inc({ [label]: word }, count);
        },
      }),
    );
  };

  gauge('plimsoll_build_info', 'Always 1; its labels say what runs.', ['version', 'mode', 'feed', 'node'], (own) =>
    own.set({ ...build, node: process.versions.node }, 1),
  );
  gauge(
    'plimsoll_feed_age_seconds',
    'Since the last accepted tick of any market; missing before the first.',
    [],
    (own) => {
      const { ageMs } = feed.health();
      if (ageMs !== undefined) own.set(ageMs / 1000);
    },
  );
  gauge(
    'plimsoll_market_age_seconds',
    'Since a market’s last accepted tick; missing before its first.',
    ['market'],
    (own) => {
      for (const { id, symbol } of market.list()) {
        const tick = market.lastTick(id);
        if (tick) own.set({ market: symbol }, (clock.nowMs() - tick.receiveTimeMs) / 1000);
      }
    },
  );
  gauge('plimsoll_market_fresh', '1 while a market’s price may be traded on.', ['market'], (own) => {
    for (const { id, symbol } of market.list()) own.set({ market: symbol }, market.isFresh(id) ? 1 : 0);
  });
  counter(
    'plimsoll_quarantined_total',
    'Ticks and books that were not used.',
    'reason',
    () => feed.health().quarantined,
  );
  gauge('plimsoll_feed_leader', '1 in the process that takes prices in for all.', [], (own) =>
    own.set(sources.isFeedLeader() ? 1 : 0),
  );
  gauge('plimsoll_tape_waiting', 'Ticks that are not on the tape yet.', [], (own) =>
    own.set(feed.health().tapeWaiting),
  );
  gauge('plimsoll_writer_waiting', 'Commands that wait for their batch.', ['writer'], (own) => {
    for (const [writer, { waiting }] of Object.entries(writers)) own.set({ writer }, waiting);
  });
  gauge('plimsoll_listener_failures', 'Listeners that threw since the process began; the log has each.', [], (own) =>
    own.set(listenerFailures()),
  );
  gauge('plimsoll_stream_clients', 'Sockets that are connected.', ['path'], (own) => {
    for (const [path, size] of Object.entries(feed.streams().clients())) own.set({ path }, size);
  });
  counter(
    'plimsoll_stream_dropped_total',
    'Sockets that were cut: slow did not read, silent did not answer, loud said too much, full found no room.',
    'why',
    () => feed.streams().dropped(),
  );
  gauge(
    'plimsoll_database_connections',
    'Connections of a pool: in use, idle; and callers that wait for one.',
    ['pool', 'state'],
    (own) => {
      for (const [pool, each] of Object.entries(pools)) {
        const { open, idle, waiting } = each.use();
        own.set({ pool, state: 'used' }, open - idle);
        own.set({ pool, state: 'idle' }, idle);
        own.set({ pool, state: 'waiting' }, waiting);
      }
    },
  );
  gauge('plimsoll_disk_free_bytes', 'Left where uploads and the embedded database lie.', [], async (own) =>
    own.set((await sources.disk()).free),
  );
  gauge('plimsoll_disk_size_bytes', 'The whole of that disk.', [], async (own) => own.set((await sources.disk()).size));
}
