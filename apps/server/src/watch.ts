import { statfs } from 'node:fs/promises';
import type { Config } from './config.ts';
import type { Figures, FigureSources } from './features/operating/index.ts';
import { serveFigures } from './platform/metrics/serve-figures.ts';
import { version } from './version.ts';

/** Metrics for Prometheus; unless configured, nothing is loaded or counted. */
export interface Watch extends Pick<Figures, 'requests' | 'add'> {
  /** Serves them. @returns how to end that. */
  begin(sources: Omit<FigureSources, 'disk'>): Promise<() => Promise<void>>;
}

/** Opens metrics when the environment says where. */
export async function openWatch({ metrics, mode, feed, dataDir }: Config): Promise<Watch | undefined> {
  if (!metrics) return undefined;
  const { createFigures } = await import('./features/operating/index.ts');
  const figures = createFigures({ version: version(), mode, feed: feed.kind });
  return {
    requests: figures.requests,
    add: (metrics) => figures.add(metrics),
    async begin(sources) {
      figures.begin({ ...sources, disk: async () => diskOf(dataDir) });
      const { log } = sources;
      const server = await serveFigures({
        ...metrics,
        text: () => figures.text(),
        failed: (error) => log.error({ err: error }, 'metrics collection failed'),
      });
      log.info({ url: server.url }, 'metrics server listening');
      return () => server.close();
    },
  };
}

async function diskOf(folder: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
