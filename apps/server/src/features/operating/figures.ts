import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { RequestFigures } from '../../platform/metrics/request-figures.ts';
import { Gathered } from './gathered.ts';
import { gatherHouse } from './gather.ts';
import { addHouseGauges } from './house-gauges.ts';
import { addProcessGauges } from './process-gauges.ts';
import type { BuildInfo, FigureSources } from './sources.ts';

export type { FigureSources } from './sources.ts';

/** The figures of one process, made before what they are about: it is told of later. */
export interface Figures {
  readonly requests: RequestFigures;
  /** Options were settled so many milliseconds after their expiry, each once, by this process. */
  settled(lateMs: readonly number[]): void;
  /** Begins to say what these know. */
  begin(sources: FigureSources): void;
  /** Everything as it is now, in Prometheus' form. */
  text(): Promise<string>;
}

const LATE_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];
/** How finely the event loop's lag is looked at: a coarser look costs an idle server less. */
const LAG_EVERY_MS = 50;

/**
 * Opens the figures of this process. Names are `plimsoll_…`, and the library's own `process_…` and `nodejs_…`; nothing
 * of a member is in a label.
 */
export function createFigures(build: BuildInfo): Figures {
  const registry = new Registry();
  const requests = new RequestFigures();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
  const lateness = new Histogram({
    name: 'plimsoll_option_settlement_lateness_seconds',
    help: 'From an option’s expiry to its settlement by this process.',
    buckets: LATE_S,
    registers: [registry],
  });
  return {
    requests,
    settled: (lateMs) => {
      for (const each of lateMs) lateness.observe(each / 1000);
    },
    begin(sources) {
      const { db, clock, log } = sources;
      const house = new Gathered({
        clock,
        gather: () => gatherHouse(db, clock.nowMs()),
        failed: (error) => log.error({ err: error }, 'figures could not be gathered'),
      });
      addProcessGauges(registry, sources, build);
      addHouseGauges(registry, house, clock);
    },
    text: async () => `${await registry.metrics()}\n${requests.text()}`,
  };
}
