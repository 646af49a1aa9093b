import { refuseOperator, type OperatorResult, type SettingsChange, type SettingsItem } from '@plimsoll/contract/operator';
import { format } from '@plimsoll/money';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Db } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import { logDeed } from '../operators/index.ts';
import { seenAtOnce } from './seen-at-once.ts';
import type { SettingsStore } from './settings-store.ts';
import type { AllSettings } from './settings.ts';

interface ChangingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly settings: SettingsStore;
}

// Owners change settings seldom: whoever comes second waits, and finds what was before as the first has left it.
const lock = sql<never>('site.lockSettings', 'lock table setting in share row exclusive mode');
const set = sql<never>('site.set', 'insert into setting (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value');

/** Everything that holds, as the console reads it. */
export const settingsItem = (settings: AllSettings): SettingsItem => ({
  ...settings,
  spot_fee: format(settings.spot_fee),
  price_band: format(settings.price_band),
  spot_position_limit: format(settings.spot_position_limit),
  spot_member_minute_limit: format(settings.spot_member_minute_limit),
  exchange_spread: format(settings.exchange_spread),
  four_eyes_threshold: format(settings.four_eyes_threshold),
  mark_band: format(settings.mark_band),
  options_net_limit: format(settings.options_net_limit),
  options_member_limit: format(settings.options_member_limit),
  hy_numcolstmp: [...settings.hy_numcolstmp],
});

const textOf = (value: unknown): string => JSON.stringify(value);
/** Of what was given, what it was before or is after. */
const only = (names: readonly (keyof SettingsItem)[], item: SettingsItem) => Object.fromEntries(names.map((name) => [name, item[name]]));

/** Changes settings, all that are given or none. This process goes by them when it answers, every other within two seconds (wire, "Starting it"). */
export async function changeSettings(
  {
    spot_fee, price_band, spot_position_limit, spot_member_minute_limit, exchange_spread, four_eyes_threshold, mark_band, options_net_limit, options_member_limit,
    ...plain
  }: SettingsChange,
  context: OperatorContext, { db, clock, log, settings }: ChangingDeps,
): Promise<OperatorResult<SettingsItem>> {
  const decimals = {
    spot_fee, price_band, spot_position_limit, spot_member_minute_limit, exchange_spread, four_eyes_threshold, mark_band, options_net_limit, options_member_limit,
  };
  const given = new Map<string, unknown>([
    ...Object.entries(plain),
    ...Object.entries(decimals).map(([name, value]): [string, unknown] => [name, value === undefined ? undefined : format(value)]),
  ].filter(([, value]) => value !== undefined));
  if (given.size === 0) return refuseOperator('nothing_to_change');
  const fixed = Object.entries(settings.fixed).some(([name, value]) => given.has(name) && given.get(name) !== value);
  if (fixed) return refuseOperator('not_settable');
  const value = await db.transaction(async (tx) => {
    await tx.run(lock);
    const before = settingsItem(await settings.readWithin(tx));
    // What is set to what it was is not written: each row has its line in the log.
    for (const [name, wanted] of given) if (textOf(wanted) !== textOf(before[name as keyof SettingsItem])) await tx.run(set, [name, textOf(wanted)]);
    const after = settingsItem(await settings.readWithin(tx));
    const names = [...given.keys()] as (keyof SettingsItem)[];
    const unread = names.find((name) => textOf(after[name]) !== textOf(given.get(name)));
    if (unread !== undefined) throw new Error(`the setting ${unread} is stored in a form that is not read`);
    const changed = names.filter((name) => textOf(before[name]) !== textOf(after[name]));
    if (changed.length > 0) {
      await logDeed(tx, { by: context, action: 'change', resource: 'settings', ref: '', before: only(changed, before), after: only(changed, after) }, clock.nowMs());
    }
    return after;
  });
  await seenAtOnce(settings, log);
  return { ok: true, value };
}
