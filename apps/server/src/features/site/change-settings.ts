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
import { needsTwo, type Applied, type Fields } from '../../platform/two-operators.ts';
import type { Proposals } from '../proposals/index.ts';
import { refreshNow } from './refresh-now.ts';
import type { SettingsStore } from './settings-store.ts';
import type { AllSettings } from './settings.ts';

interface ChangingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly settings: SettingsStore;
  readonly proposals: Proposals;
}
/** Settings to change, as stored. */
type Given = Fields;

// Serialised, so that the logged values before are right.
const lock = sql<never>('site.lockSettings', 'lock table setting in share row exclusive mode');
const set = sql<never>(
  'site.set',
  'insert into setting (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value',
);

/** All settings, as the console reads them. */
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
const only = (names: readonly string[], item: Fields) => Object.fromEntries(names.map((name) => [name, item[name]]));

/** The input as stored: JSON, decimals as text. */
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
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

async function apply(
  tx: Tx,
  given: Given,
  context: OperatorContext,
  { clock, settings }: ChangingDeps,
): Promise<OperatorResult<Applied<SettingsItem>>> {
  await tx.run(lock);
  const before: Fields = settingsItem(await settings.readWithin(tx));
  // Unchanged values are not written: each row is logged.
  for (const [name, wanted] of Object.entries(given))
    if (textOf(wanted) !== textOf(before[name])) await tx.run(set, [name, textOf(wanted)]);
  const value = settingsItem(await settings.readWithin(tx));
  const after: Fields = value;
  const names = Object.keys(given);
  const unread = names.find((name) => textOf(after[name]) !== textOf(given[name]));
  if (unread !== undefined)
    throw new Error(`the setting ${unread} differs after it was stored: its schema does not read what was written`);
  const changed = names.filter((name) => textOf(before[name]) !== textOf(after[name]));
  const [was, is] = [only(changed, before), only(changed, after)];
  if (changed.length > 0)
    await appendAuditLog(
      tx,
      { by: context, action: 'change', resource: 'settings', ref: '', before: was, after: is },
      clock.nowMs(),
    );
  return { ok: true, value: { value, ref: '', before: was, after: is } };
}

/**
 * Changes all given settings or none; those of RULES 8 need two owners. Other processes follow within two seconds
 * (docs/PROCESSES.md).
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
    committed: () => refreshNow(settings, log),
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
