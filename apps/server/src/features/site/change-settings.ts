import {
  refuseOperator,
  type OperatorResult,
  type Proposed,
  type SettingsChange,
  type SettingsItem,
} from '@plimsoll/contract/operator';
import { changeSettings as call } from '@plimsoll/contract/operator/settings';
import { format } from '@plimsoll/money';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Db, type Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { needsTwo, type Applied } from '../../platform/two-operators.ts';
import type { Proposals } from '../proposals/index.ts';
import { seenAtOnce } from './seen-at-once.ts';
import type { SettingsStore } from './settings-store.ts';
import type { AllSettings } from './settings.ts';

interface ChangingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly settings: SettingsStore;
  readonly proposals: Proposals;
}
/** What is given of settings, as it is stored. */
type Given = Readonly<Record<string, unknown>>;

// Owners change settings seldom: whoever comes second waits, and finds what was before as the first has left it.
const lock = sql<never>('site.lockSettings', 'lock table setting in share row exclusive mode');
const set = sql<never>(
  'site.set',
  'insert into setting (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value',
);

/** Everything that holds, as the console reads it. */
export const settingsItem = (settings: AllSettings): SettingsItem => ({
  ...settings,
  spot_fee: format(settings.spot_fee),
  price_band: format(settings.price_band),
  spot_position_limit: format(settings.spot_position_limit),
  spot_member_minute_limit: format(settings.spot_member_minute_limit),
  exchange_spread: format(settings.exchange_spread),
  four_eyes_threshold: format(settings.four_eyes_threshold),
  daily_limit_uncertified: format(settings.daily_limit_uncertified),
  daily_limit_certified: format(settings.daily_limit_certified),
  mark_band: format(settings.mark_band),
  options_net_limit: format(settings.options_net_limit),
  options_member_limit: format(settings.options_member_limit),
  hy_numcolstmp: [...settings.hy_numcolstmp],
});

const textOf = (value: unknown): string => JSON.stringify(value);
/** Of what was given, what it was before or is after. */
const only = (names: readonly (keyof SettingsItem)[], item: SettingsItem) =>
  Object.fromEntries(names.map((name) => [name, item[name]]));

/** What is given, as it is stored: JSON, decimals as their text. */
function givenOf({
  spot_fee,
  price_band,
  spot_position_limit,
  spot_member_minute_limit,
  exchange_spread,
  four_eyes_threshold,
  mark_band,
  options_net_limit,
  options_member_limit,
  daily_limit_uncertified,
  daily_limit_certified,
  ...plain
}: SettingsChange): Given {
  const decimals = {
    spot_fee,
    price_band,
    spot_position_limit,
    spot_member_minute_limit,
    exchange_spread,
    four_eyes_threshold,
    mark_band,
    options_net_limit,
    options_member_limit,
    daily_limit_uncertified,
    daily_limit_certified,
  };
  const all = [
    ...Object.entries(plain),
    ...Object.entries(decimals).map(
      ([name, value]) => [name, value === undefined ? undefined : format(value)] as const,
    ),
  ];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Given;
}

async function apply(
  tx: Tx,
  given: Given,
  context: OperatorContext,
  { clock, settings }: ChangingDeps,
): Promise<OperatorResult<Applied<SettingsItem>>> {
  await tx.run(lock);
  const before = settingsItem(await settings.readWithin(tx));
  // What is set to what it was is not written: each row has its line in the log.
  for (const [name, wanted] of Object.entries(given))
    if (textOf(wanted) !== textOf(before[name as keyof SettingsItem])) await tx.run(set, [name, textOf(wanted)]);
  const after = settingsItem(await settings.readWithin(tx));
  const names = Object.keys(given) as (keyof SettingsItem)[];
  const unread = names.find((name) => textOf(after[name]) !== textOf(given[name]));
  if (unread !== undefined) throw new Error(`the setting ${unread} is stored in a form that is not read`);
  const changed = names.filter((name) => textOf(before[name]) !== textOf(after[name]));
  const [was, is] = [only(changed, before), only(changed, after)];
  if (changed.length > 0)
    await appendAuditLog(
      tx,
      { by: context, action: 'change', resource: 'settings', ref: '', before: was, after: is },
      clock.nowMs(),
    );
  return { ok: true, value: { value: after, ref: '', before: was, after: is } };
}

/**
 * Changes settings, all that are given or none; those of RULES 8 once two owners agree. This process goes by them when
 * it answers, every other within two seconds (docs/PROCESSES.md).
 */
export function changingSettings(
  deps: ChangingDeps,
): (input: SettingsChange, context: OperatorContext) => Promise<OperatorResult<SettingsItem | Proposed>> {
  const { log, settings, proposals } = deps;
  const { run, propose } = proposals.define<Given, SettingsItem>({
    kind: 'settings',
    what: 'change',
    role: 'owner',
    apply: (tx, given, context) => apply(tx, given, context, deps),
    committed: () => seenAtOnce(settings, log),
  });
  return async (input, context) => {
    const given = givenOf(input);
    if (Object.keys(given).length === 0) return refuseOperator('nothing_to_change');
    const fixed: Readonly<Record<string, unknown>> = settings.fixed;
    if (Object.entries(given).some(([name, value]) => name in fixed && fixed[name] !== value))
      return refuseOperator('not_settable');
    return needsTwo(call.two, given) ? propose(given, context) : run(given, context);
  };
}
