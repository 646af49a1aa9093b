import { ok, refuse, type Settings } from '@plimsoll/contract';
import {
  creatorder,
  getHyConfig,
  getHyLimit,
  getHyOrderInfo,
  getHyOrderList,
  getHyStats,
  planOption,
  setHyLimit,
} from '@plimsoll/contract/options';
import { format } from '@plimsoll/money';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { commandRoute, memberRoute, type Plans, type Route } from '../../platform/http/index.ts';
import { listOptions, showOption } from './list-options.ts';
import type { OptionsService } from './options-service.ts';
import { setLimits, showLimits } from './own-limits.ts';
import { showStats } from './own-stats.ts';

const isOffered = ({ options_switch }: Settings): boolean => options_switch === 1;

/** The calls of options (docs/wire/options.md). The switch stops new orders only. */
export const optionRoutes = ({
  db,
  clock,
  service,
  plans,
}: {
  db: Db;
  clock: Clock;
  service: OptionsService;
  plans: Plans;
}): readonly Route[] => [
  memberRoute(getHyConfig, async (_input, { memberId }) => ok(await service.config(memberId))),
  commandRoute(
    creatorder,
    async ({ plan, ...input }, by) => {
      if (by.key && !by.key.isOn(input.m_id)) return refuse('key_not_allowed');
      // By the same terms: their rate is what a win was planned to bring.
      const fields = { ...input, terms: service.termsVersion() };
      const checked = plans.check(plan, { call: 'creatorder', fields }, by);
      return checked.ok ? service.place(by.memberId, input, by.claim, by.key) : checked;
    },
    { enabled: isOffered },
  ),
  memberRoute(
    planOption,
    async (input, by) => {
      if (by.key && !by.key.isOn(input.m_id)) return refuse('key_not_allowed');
      const preview = await service.preview(by.memberId, input, by.key);
      if (!preview.ok) return preview;
      const { placing, available, refusals } = preview.value;
      return ok({
        ...plans.answer('creatorder', { ...input, terms: placing.termsVersion }, { by, refusals }),
        stake: format(placing.stake),
        rate: format(placing.rate),
        win: format(placing.winnings),
        coin: placing.coin.title,
        available: format(available),
        terms_version: placing.termsVersion,
      });
    },
    { enabled: isOffered },
  ),
  memberRoute(getHyOrderInfo, async ({ order_id }, { memberId, lang, key }) => {
    const option = await showOption(db, order_id, { memberId, lang, nowMs: clock.nowMs() });
    if (option && key && !key.isOn(String(option.m_id))) return refuse('key_not_allowed');
    return option ? ok(option) : refuse('not_found');
  }),
  memberRoute(getHyOrderList, async (input, { memberId, lang, key }) =>
    ok({ list: await listOptions(db, input, { memberId, lang, nowMs: clock.nowMs(), within: key?.markets ?? [] }) }),
  ),
  memberRoute(getHyStats, ({ days }, { memberId }) => showStats(db, memberId, { days, nowMs: clock.nowMs() })),
  memberRoute(getHyLimit, (_input, { memberId }) => showLimits(db, memberId, clock.nowMs())),
  memberRoute(setHyLimit, (input, { memberId }) => setLimits(db, memberId, input, clock.nowMs())),
];
