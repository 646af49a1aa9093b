import { ok, refuse } from '@plimsoll/contract';
import {
  creatorder,
  getHyConfig,
  getHyLimit,
  getHyOrderInfo,
  getHyOrderList,
  getHyStats,
  setHyLimit,
} from '@plimsoll/contract/options';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { listOptions, showOption } from './list-options.ts';
import type { OptionsService } from './options-service.ts';
import { setLimits, showLimits } from './own-limits.ts';
import { showStats } from './own-stats.ts';

/** The calls of options (docs/wire/options.md). The switch stops new orders only. */
export const optionRoutes = ({
  db,
  clock,
  service,
}: {
  db: Db;
  clock: Clock;
  service: OptionsService;
}): readonly Route[] => [
  memberRoute(getHyConfig, async (_input, { memberId }) => ok(await service.config(memberId))),
  memberRoute(creatorder, (input, { memberId, claim }) => service.place(memberId, input, claim), {
    enabled: ({ options_switch }) => options_switch === 1,
  }),
  memberRoute(getHyOrderInfo, async ({ order_id }, { memberId, lang }) => {
    const option = await showOption(db, order_id, { memberId, lang, nowMs: clock.nowMs() });
    return option ? ok(option) : refuse('not_found');
  }),
  memberRoute(getHyOrderList, async (input, { memberId, lang }) =>
    ok({ list: await listOptions(db, input, { memberId, lang, nowMs: clock.nowMs() }) }),
  ),
  memberRoute(getHyStats, ({ days }, { memberId }) => showStats(db, memberId, { days, nowMs: clock.nowMs() })),
  memberRoute(getHyLimit, (_input, { memberId }) => showLimits(db, memberId, clock.nowMs())),
  memberRoute(setHyLimit, (input, { memberId }) => setLimits(db, memberId, input, clock.nowMs())),
];
