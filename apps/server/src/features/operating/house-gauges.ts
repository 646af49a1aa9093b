import { HOUSES } from '@plimsoll/contract/operator';
import { toNumber, ZERO, type Amount } from '@plimsoll/money';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import { differenceOf, type HouseFigures } from './gather.ts';
import type { Gathered } from './gathered.ts';
import { voidRatio } from './mark-figures.ts';

/** A gauge's labels and value, for each thing it counts. */
type Reading = readonly [labels: Readonly<Record<string, string>>, value: number];

// not money: for an eye that watches a curve; exactly zero is exactly zero
const shown = (amount: bigint): number => toNumber(amount as Amount);

/**
 * Gauges of what the database says, the same in every process: gathered at most every 30 s, when somebody reads them.
 */
export function addHouseGauges(registry: Registry, house: Gathered<HouseFigures>, clock: Clock): void {
  function add(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: (figures: HouseFigures) => readonly Reading[],
  ): void {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          await house.refresh();
          this.reset();
          // What is not known is missing, where the library would say 0.
          this.remove({});
          const figures = house.current();
          for (const [labels, value] of figures ? read(figures) : []) this.set(labels, value);
        },
      }),
    );
  }
  const one = (value: number): readonly Reading[] => [[{}, value]];
  /** Seconds since a moment; nothing waits: 0. */
  const since = (atMs: number | null): number => (atMs === null ? 0 : Math.max(0, clock.nowMs() - atMs) / 1000);

  add('plimsoll_options_open', 'Options that are not settled.', [], ({ counts }) => one(counts.optionsOpen));
  add('plimsoll_options_due', 'Options past their expiry that are not settled.', [], ({ counts }) =>
    one(counts.optionsDue),
  );
  add('plimsoll_options_due_oldest_seconds', 'For how long the oldest of them is due.', [], ({ counts }) =>
    one(since(counts.oldestDueMs)),
  );
  add('plimsoll_options_settled', 'Options settled in the last hour, by how they ended.', ['outcome'], ({ marks }) =>
    Object.entries(marks.settled).map(([outcome, count]): Reading => [{ outcome }, count]),
  );
  add(
    'plimsoll_options_void_ratio',
    'Of the options settled in the last hour, the part that was void; missing when none was settled.',
    [],
    ({ marks }) => {
      const ratio = voidRatio(marks);
      return ratio === undefined ? [] : one(ratio);
    },
  );
  add(
    'plimsoll_mark_age_seconds',
    'Since a market’s last mark that settles options, when the database was asked.',
    ['market'],
    ({ marks }) => marks.markets.map(({ market, ageS }): Reading => [{ market }, ageS]),
  );
  add(
    'plimsoll_mark_gap_seconds',
    'For how long a market had no mark in the last 24 hours: gaps of more than five seconds together.',
    ['market'],
    ({ marks }) => marks.markets.map(({ market, gapS }): Reading => [{ market }, gapS]),
  );
  add('plimsoll_spot_orders_open', 'Spot orders that rest.', [], ({ counts }) => one(counts.spotOpen));
  add('plimsoll_sessions', 'Logins that were used in the last 30 days.', ['face'], ({ counts }) => [
    [{ face: 'member' }, counts.memberSessions],
    [{ face: 'console' }, counts.operatorSessions],
  ]);
  add('plimsoll_queue_waiting', 'What waits to be decided, or to be sent.', ['queue'], ({ counts, queues }) => [
    ...Object.entries(queues).map(([queue, { waiting }]): Reading => [{ queue }, waiting]),
    [{ queue: 'mails' }, counts.mailsWaiting],
  ]);
  add('plimsoll_queue_oldest_seconds', 'For how long the first of a queue waits.', ['queue'], ({ counts, queues }) => [
    ...Object.entries(queues).map(([queue, { oldest }]): Reading => [
      { queue },
      since(oldest === null ? null : Date.parse(oldest)),
    ]),
    [{ queue: 'mails' }, since(counts.oldestMailMs)],
  ]);
  add('plimsoll_loans_overdue', 'Loans past their repayment.', [], ({ queues }) => one(queues.loans.overdue));
  add(
    'plimsoll_ledger_difference',
    'All accounts of a coin together, the world’s too: anything but 0 is wrong.',
    ['coin'],
    ({ coins }) => coins.map((each): Reading => [{ coin: each.coin }, shown(differenceOf(each))]),
  );
  add('plimsoll_ledger_members', 'What all members have of a coin, frozen included; rounded.', ['coin'], ({ coins }) =>
    coins.map(({ coin, members }): Reading => [{ coin }, shown(members)]),
  );
  add(
    'plimsoll_ledger_house',
    'What an account of the house has of a coin; rounded.',
    ['account', 'coin'],
    ({ coins }) =>
      coins.flatMap(({ coin, house: own }) =>
        HOUSES.map((account): Reading => [{ account, coin }, shown(own[account] ?? ZERO)]),
      ),
  );
  add('plimsoll_ledger_journals', 'Journals since the beginning.', [], ({ journals }) => one(journals));
  add('plimsoll_database_bytes', 'Size of the database.', [], ({ counts }) => one(counts.databaseBytes));
  add(
    'plimsoll_backup_age_seconds',
    'Since the last backup by npm run backup was begun; missing when there never was one.',
    [],
    ({ counts }) => (counts.lastBackupMs === null ? [] : one(since(counts.lastBackupMs))),
  );
  add('plimsoll_gathered_age_seconds', 'How old the figures are that the database says.', [], () =>
    one((house.ageMs() ?? 0) / 1000),
  );
}
