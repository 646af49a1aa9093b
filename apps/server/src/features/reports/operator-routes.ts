import { ok } from '@plimsoll/contract';
import type { EdgeReport, UnusualResults } from '@plimsoll/contract/operator';
import { reportOptionEdge, reportUnusualResults } from '@plimsoll/contract/operator/reports';
import { Briefly } from '../../platform/briefly.ts';
import type { Clock } from '../../platform/clock.ts';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import type { Reports } from '../../platform/replica.ts';
import { optionEdge } from './option-edge.ts';
import { unusualResults } from './unusual-results.ts';

const STAKED = 'USDT';
/** How long a report is cached. That of unusual results reads hundreds of options of each member. */
const KEPT_MS = { unusual: 300_000, edge: 10_000 } as const;

/** Reports of how options end. They are read-only and cannot change odds (RULES 4). */
export function reportOperatorRoutes({
  reports,
  clock,
}: {
  readonly reports: Reports;
  readonly clock: Clock;
}): readonly OperatorRoute[] {
  const unusual = new Briefly<Omit<UnusualResults, 'coin'>>({ clock, ms: KEPT_MS.unusual });
  const edges = new Briefly<Omit<EdgeReport, 'coin'>>({ clock, ms: KEPT_MS.edge });
  return [
    operatorRoute(reportUnusualResults, async () =>
      ok({ coin: STAKED, ...(await unusual.get('', () => unusualResults(reports, clock.nowMs()))) }),
    ),
    operatorRoute(reportOptionEdge, async ({ days = '7' }) =>
      ok({ coin: STAKED, ...(await edges.get(days, () => optionEdge(reports, Number(days), clock.nowMs()))) }),
    ),
  ];
}
