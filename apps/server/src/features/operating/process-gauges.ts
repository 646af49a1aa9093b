import { Counter, Gauge, type Registry } from 'prom-client';
import { listenerFailures } from '../../platform/listeners.ts';
import type { BuildInfo, FigureSources } from './sources.ts';

/** What gauges read, and when this process began to be watched. */
type Watched = FigureSources & { readonly beganMs: number };

interface ProcessGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly collect: (own: Gauge, sources: Watched) => void | Promise<void>;
}

interface ProcessCounter {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly read: (sources: FigureSources) => Readonly<Record<string, number>>;
}

const MARKET_GAUGES: readonly ProcessGauge[] = [
  {
    name: 'plimsoll_feed_age_seconds',
    help: 'Since the last accepted tick of any market, or since the process began; missing while no market is enabled.',
    labels: [],
    collect(own, { feed, market, clock, beganMs }) {
      if (market.list().length === 0) return;
      const ageMs = feed.health().ageMs ?? Math.max(0, clock.nowMs() - beganMs);
      own.set(ageMs / 1000);
    },
  },
  {
    name: 'plimsoll_market_age_seconds',
    help: 'Since a market’s last accepted tick; missing before its first.',
    labels: ['market'],
    collect(own, { market, clock }) {
      for (const { id, symbol } of market.list()) {
        const tick = market.lastTick(id);
        if (tick) own.set({ market: symbol }, (clock.nowMs() - tick.receiveTimeMs) / 1000);
      }
    },
  },
  {
    name: 'plimsoll_market_fresh',
    help: '1 while a market’s price may be traded on.',
    labels: ['market'],
    collect(own, { market }) {
      for (const { id, symbol } of market.list()) own.set({ market: symbol }, market.isFresh(id) ? 1 : 0);
    },
  },
  {
    name: 'plimsoll_feed_leader',
    help: '1 in the process that takes prices in for all.',
    labels: [],
    collect: (own, { isFeedLeader }) => own.set(isFeedLeader() ? 1 : 0),
  },
  {
    name: 'plimsoll_tape_waiting',
    help: 'Ticks that are not on the tape yet.',
    labels: [],
    collect: (own, { feed }) => own.set(feed.health().tapeWaiting),
  },
];

const SYSTEM_GAUGES: readonly ProcessGauge[] = [
  {
    name: 'plimsoll_writer_waiting',
    help: 'Commands that wait for their batch.',
    labels: ['writer'],
    collect(own, { writers }) {
      for (const [writer, { waiting }] of Object.entries(writers)) own.set({ writer }, waiting);
    },
  },
  {
    name: 'plimsoll_log_witness_age_seconds',
    help: 'Since a witness’s newest cosignature on a checkpoint that is served, or since the process began.',
    labels: ['witness'],
    async collect(own, { witnessAges }) {
      for (const [witness, ageS] of Object.entries((await witnessAges()) ?? {})) own.set({ witness }, ageS);
    },
  },
  {
    name: 'plimsoll_listener_failures',
    help: 'Listeners that threw since the process began; the log has each.',
    labels: [],
    collect: (own) => own.set(listenerFailures()),
  },
  {
    name: 'plimsoll_stream_clients',
    help: 'Sockets that are connected.',
    labels: ['path'],
    collect(own, { feed }) {
      for (const [path, size] of Object.entries(feed.streams().clients())) own.set({ path }, size);
    },
  },
  {
    name: 'plimsoll_database_connections',
    help: 'Connections of a pool: in use, idle; and callers that wait for one.',
    labels: ['pool', 'state'],
    collect(own, { pools }) {
      for (const [pool, each] of Object.entries(pools)) {
        const { open, idle, waiting } = each.use();
        own.set({ pool, state: 'used' }, open - idle);
        own.set({ pool, state: 'idle' }, idle);
        own.set({ pool, state: 'waiting' }, waiting);
      }
    },
  },
  {
    name: 'plimsoll_database_silent_seconds',
    help: 'Since the database last answered; it is asked twice a second.',
    labels: [],
    collect: (own, { pulse }) => own.set(pulse.ageSeconds()),
  },
  {
    name: 'plimsoll_redis_up',
    help: '1 while this process reaches Redis; missing without one.',
    labels: [],
    collect(own, { isRedisUp }) {
      const isUp = isRedisUp();
      if (isUp !== undefined) own.set(isUp ? 1 : 0);
    },
  },
  {
    name: 'plimsoll_replica_used',
    help: '1 while reports are read from the replica; missing without one.',
    labels: [],
    collect(own, { replica }) {
      const state = replica();
      if (state) own.set(state.isUsed ? 1 : 0);
    },
  },
  {
    name: 'plimsoll_replica_lag_seconds',
    help: 'How far the replica is behind; missing without one and while that is unknown.',
    labels: [],
    collect(own, { replica }) {
      const lagSeconds = replica()?.lagSeconds;
      if (lagSeconds !== undefined) own.set(lagSeconds);
    },
  },
  {
    name: 'plimsoll_disk_free_bytes',
    help: 'Free space of the disk with uploads and the embedded database.',
    labels: [],
    async collect(own, { disk }) {
      const known = await disk();
      if (known) own.set(known.free);
    },
  },
  {
    name: 'plimsoll_disk_size_bytes',
    help: 'Size of that disk.',
    labels: [],
    async collect(own, { disk }) {
      const known = await disk();
      if (known) own.set(known.size);
    },
  },
];

const COUNTERS: readonly ProcessCounter[] = [
  {
    name: 'plimsoll_quarantined_total',
    help: 'Ticks and books that were not used.',
    label: 'reason',
    read: ({ feed }) => feed.health().quarantined,
  },
  {
    name: 'plimsoll_stream_dropped_total',
    help: 'Sockets that were cut: slow did not read, silent did not answer, loud sent too much, full found no room.',
    label: 'why',
    read: ({ feed }) => feed.streams().dropped(),
  },
  {
    name: 'plimsoll_mails_total',
    help: 'Mails handed to the mail server: sent, or failed.',
    label: 'outcome',
    read: ({ tallies }) => tallies.mails.read(),
  },
  {
    name: 'plimsoll_store_total',
    help: 'Asked of the store of uploads: done, or away when it could not be used.',
    label: 'outcome',
    read: ({ tallies }) => tallies.store.read(),
  },
];

function addGauge(registry: Registry, sources: Watched, { name, help, labels, collect }: ProcessGauge): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [],
      async collect() {
        this.reset();
        this.remove({});
        await collect(this, sources);
      },
    }),
  );
}

function addCounter(registry: Registry, sources: FigureSources, { name, help, label, read }: ProcessCounter): void {
  registry.registerMetric(
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [],
      collect() {
        this.reset();
        for (const [word, count] of Object.entries(read(sources))) this.inc({ [label]: word }, count);
      },
    }),
  );
}

/** Adds gauges and counters of what this process knows by itself. */
export function addProcessGauges(registry: Registry, sources: FigureSources, build: BuildInfo): void {
  const watched: Watched = { ...sources, beganMs: sources.clock.nowMs() };
  const buildInfo: ProcessGauge = {
    name: 'plimsoll_build_info',
    help: 'Always 1; its labels name what runs.',
    labels: ['version', 'mode', 'feed', 'node'],
    collect: (own) => own.set({ ...build, node: process.versions.node }, 1),
  };
  for (const gauge of [buildInfo, ...MARKET_GAUGES, ...SYSTEM_GAUGES]) addGauge(registry, watched, gauge);
  for (const counter of COUNTERS) addCounter(registry, sources, counter);
}
