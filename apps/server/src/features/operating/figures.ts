import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Distribution } from '../../platform/metrics/distribution.ts';
import { RequestFigures } from '../../platform/metrics/request-figures.ts';
import { Gathered } from './gathered.ts';
import { gatherFigures } from './gather.ts';
import { latest } from '../../platform/metrics/latest.ts';
import { addDatabaseGauges } from './database-gauges.ts';
import { addProcessGauges } from './process-gauges.ts';
import type { BuildInfo, FigureSources } from './sources.ts';

export type { FigureSources } from './sources.ts';

export interface Figures {
  readonly requests: RequestFigures;
  add(metrics: readonly Distribution[]): void;
  begin(sources: FigureSources): void;
  text(): Promise<string>;
}

/** Precision of the event loop's lag; a coarser one costs an idle server less. */
const LAG_EVERY_MS = 50;

/** Opens the figures of this process. No label contains a member's data. */
export function createFigures(build: BuildInfo): Figures {
  const registry = new Registry();
  const requests = new RequestFigures();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
  return {
    requests,
    add(metrics) {
      for (const metric of metrics) {
        const { name, help, buckets } = metric;
        const histogram = new Histogram({ name, help, buckets: [...buckets], registers: [registry] });
        metric.listen((value) => histogram.observe(value));
      }
    },
    begin(sources) {
      const { db, clock, log } = sources;
      const gathered = new Gathered({
        clock,
        gather: () => gatherFigures(db, clock.nowMs()),
        failed: (error) => log.error({ err: error }, 'metrics query failed'),
      });
      addProcessGauges(
        registry,
        { ...sources, disk: latest(sources.disk), witnessAges: latest(sources.witnessAges) },
        build,
      );
      addDatabaseGauges(registry, gathered, clock);
    },
    text: async () => `${await registry.metrics()}\n${requests.text()}`,
  };
}
