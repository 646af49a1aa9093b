import type { Answer, Result } from '@plimsoll/contract';
import { getLiabilityProof, liabilities } from '@plimsoll/contract/liabilities';
import { Briefly } from '../../platform/briefly.ts';
import type { Clock } from '../../platform/clock.ts';
import { memberRoute, publicRoute, type Route } from '../../platform/http/index.ts';
import { proveMember, publicLiabilities } from './prove.ts';
import type { PublishedDeps } from './published.ts';

/** How long the public answer is cached: anybody may ask. */
const KEPT_MS = 2_000;

/** The calls of liabilities (docs/wire/liabilities.md). */
export function liabilitiesRoutes(deps: PublishedDeps & { readonly clock: Clock }): readonly Route[] {
  const kept = new Briefly<Result<Answer<'liabilities'>>>({ clock: deps.clock, ms: KEPT_MS });
  return [
    memberRoute(getLiabilityProof, (_input, { memberId }) => proveMember(deps, memberId)),
    publicRoute(liabilities, () => kept.get('', () => publicLiabilities(deps))),
  ];
}
