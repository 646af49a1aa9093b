import { Distribution } from '../../platform/metrics/distribution.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { liabilitiesAudits } from './audit.ts';
import { LiabilityEpochs, type EpochsDeps } from './epochs.ts';
import type { Locate } from './published.ts';
import { liabilitiesRoutes } from './routes.ts';

/** A live deployment's members are many: a tree takes up to half a minute of a core. */
const MIN_SECONDS_LIVE = 60;

interface LiabilitiesDeps extends Omit<EpochsDeps, 'metrics' | 'everySeconds'> {
  readonly mode: 'demo' | 'live';
  /** The setting `liabilities_seconds`. */
  readonly everySeconds: () => number;
  /** Of the public log. */
  readonly locate: Locate;
}

export interface Liabilities extends SliceWith<'routes' | 'workers' | 'metrics'> {
  /** Takes epochs when they are due. Start it; stop it before its dependencies close. */
  readonly epochs: LiabilityEpochs;
}

/** Opens liabilities: takes epochs, and proves them. */
export function createLiabilities(deps: LiabilitiesDeps): Liabilities {
  const took = new Distribution({
    name: 'plimsoll_liabilities_seconds',
    help: 'How long an epoch of liabilities took, from its snapshot to its publication.',
    buckets: [0.1, 1, 5, 15, 30, 60, 300],
  });
  const uncovered = new Distribution({
    name: 'plimsoll_liabilities_uncovered_coins',
    help: 'Coins whose total was not what is outside, for each epoch that was not published.',
    buckets: [1, 2, 5, 10],
  });
  const everySeconds = () => Math.max(deps.everySeconds(), deps.mode === 'live' ? MIN_SECONDS_LIVE : 0);
  const epochs = new LiabilityEpochs({ ...deps, everySeconds, metrics: { took, uncovered } });
  return {
    routes: liabilitiesRoutes(deps),
    workers: [epochs],
    audits: liabilitiesAudits,
    metrics: [took, uncovered],
    epochs,
  };
}
