import { HOUSES } from '@plimsoll/contract/operator';
import { toNumber, ZERO } from '@plimsoll/money';
import { Gauge, type Registry } from 'prom-client';
import type { RecordedRun } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { differenceOf, type DatabaseFigures } from './gather.ts';
import type { Gathered } from './gathered.ts';
import { voidRatio } from './mark-figures.ts';

type Reading = readonly [labels: Readonly<Record<string, string>>, value: number];

interface DatabaseGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly read: (figures: DatabaseFigures, nowMs: number) => readonly Reading[];
}

// not money: rounded, for a curve; zero stays exactly zero
const shown = toNumber;

const one = (value: number): readonly Reading[] => [[{}, value]];
const since = (nowMs: number, atMs: number | null): number => (atMs === null ? 0 : Math.max(0, nowMs - atMs) / 1000);

const MARKET_GAUGES: readonly DatabaseGauge[] = [
  {
    name: 'plimsoll_options_open',
    help: 'Options that are not settled.',
    labels: [],
    read: ({ counts }) => one(counts.optionsOpen),
  },
  {
    name: 'plimsoll_options_due',
    help: 'Options past their expiry that are not settled.',
    labels: [],
    read: ({ counts }) => one(counts.optionsDue),
  },
  {
    name: 'plimsoll_options_due_oldest_seconds',
    help: 'For how long the oldest of them is due.',
    labels: [],
    read: ({ counts }, nowMs) => one(since(nowMs, counts.oldestDueMs)),
  },
  {
    name: 'plimsoll_options_settled',
    help: 'Options settled in the last hour, by outcome.',
    labels: ['outcome'],
    read: ({ marks }) => Object.entries(marks.settled).map(([outcome, count]): Reading => [{ outcome }, count]),
  },
  {
    name: 'plimsoll_options_void_ratio',
    help: 'Share of void options among those settled in the last hour; missing when none was settled.',
    labels: [],
    read: ({ marks }) => {
      const ratio = voidRatio(marks);
      return ratio === undefined ? [] : one(ratio);
    },
  },
  {
    name: 'plimsoll_options_staked',
    help: 'What was staked on options settled in the last hour that were not void; rounded.',
    labels: [],
    read: ({ marks }) => one(marks.staked),
  },
  {
    name: 'plimsoll_options_kept',
    help: 'What of it the platform kept; below zero when members won more.',
    labels: [],
    read: ({ marks }) => one(marks.kept),
  },
  {
    name: 'plimsoll_mark_age_seconds',
    help: 'Since a market’s last mark that settles options, when the database was read.',
    labels: ['market'],
    read: ({ marks }) => marks.markets.map(({ market, ageS }): Reading => [{ market }, ageS]),
  },
  {
    name: 'plimsoll_mark_gap_seconds',
    help: 'For how long a market had no mark in the last 24 hours: the sum of gaps of more than five seconds.',
    labels: ['market'],
    read: ({ marks }) => marks.markets.map(({ market, gapS }): Reading => [{ market }, gapS]),
  },
  {
    name: 'plimsoll_spot_orders_open',
    help: 'Open spot orders.',
    labels: [],
    read: ({ counts }) => one(counts.spotOpen),
  },
];

const WORK_GAUGES: readonly DatabaseGauge[] = [
  {
    name: 'plimsoll_sessions',
    help: 'Logins that were used in the last 30 days.',
    labels: ['face'],
    read: ({ counts }) => [
      [{ face: 'member' }, counts.memberSessions],
      [{ face: 'console' }, counts.operatorSessions],
    ],
  },
  {
    name: 'plimsoll_queue_waiting',
    help: 'What waits to be decided, or to be sent.',
    labels: ['queue'],
    read: ({ counts, queues }) => [
      ...Object.entries(queues).map(([queue, { waiting }]): Reading => [{ queue }, waiting]),
      [{ queue: 'mails' }, counts.mailsWaiting],
    ],
  },
  {
    name: 'plimsoll_queue_oldest_seconds',
    help: 'For how long the first of a queue waits.',
    labels: ['queue'],
    read: ({ counts, queues }, nowMs) => [
      ...Object.entries(queues).map(([queue, { oldest }]): Reading => [
        { queue },
        since(nowMs, oldest === null ? null : Date.parse(oldest)),
      ]),
      [{ queue: 'mails' }, since(nowMs, counts.oldestMailMs)],
    ],
  },
  {
    name: 'plimsoll_webhooks_waiting',
    help: 'Messages of an enabled webhook that are not delivered yet, up to 1000.',
    labels: ['webhook'],
    read: ({ webhooks }) => webhooks.map(({ webhook, waiting }): Reading => [{ webhook }, waiting]),
  },
  {
    name: 'plimsoll_webhooks_oldest_seconds',
    help: 'For how long the oldest of them waits.',
    labels: ['webhook'],
    read: ({ webhooks }, nowMs) =>
      webhooks.map(({ webhook, oldestMs }): Reading => [{ webhook }, since(nowMs, oldestMs)]),
  },
  {
    name: 'plimsoll_webhooks_undelivered',
    help: 'Messages of an enabled webhook that were given up, up to 1000.',
    labels: ['webhook'],
    read: ({ webhooks }) => webhooks.map(({ webhook, givenUp }): Reading => [{ webhook }, givenUp]),
  },
  {
    name: 'plimsoll_loans_overdue',
    help: 'Loans past their repayment.',
    labels: [],
    read: ({ queues }) => one(queues.loans.overdue),
  },
  {
    name: 'plimsoll_ledger_difference',
    help: 'Sum of all accounts of a coin, outside included: anything but 0 is wrong.',
    labels: ['coin'],
    read: ({ coins }) => coins.map((each): Reading => [{ coin: each.coin }, shown(differenceOf(each))]),
  },
  {
    name: 'plimsoll_ledger_members',
    help: 'What all members have of a coin, frozen included; rounded.',
    labels: ['coin'],
    read: ({ coins }) => coins.map(({ coin, members }): Reading => [{ coin }, shown(members)]),
  },
  {
    name: 'plimsoll_ledger_house',
    help: 'What a house account has of a coin; rounded.',
    labels: ['account', 'coin'],
    read: ({ coins }) =>
      coins.flatMap(({ coin, house: own }) =>
        HOUSES.map((account): Reading => [{ account, coin }, shown(own[account] ?? ZERO)]),
      ),
  },
  {
    name: 'plimsoll_ledger_journals',
    help: 'Journals since the beginning.',
    labels: [],
    read: ({ journals }) => one(journals),
  },
  {
    name: 'plimsoll_log_entries',
    help: 'Entries of the public log.',
    labels: [],
    read: ({ counts }) => one(counts.logEntries),
  },
  {
    name: 'plimsoll_log_behind_seconds',
    help: 'How old the oldest journal is that is not in the public log.',
    labels: [],
    read: ({ counts }, nowMs) => one(since(nowMs, counts.unloggedMs)),
  },
  {
    name: 'plimsoll_database_bytes',
    help: 'Size of the database.',
    labels: [],
    read: ({ counts }) => one(counts.databaseBytes),
  },
  {
    name: 'plimsoll_backup_age_seconds',
    help: 'Since the last backup by npm run backup was begun; missing when there never was one.',
    labels: [],
    read: ({ counts }, nowMs) => (counts.lastBackupMs === null ? [] : one(since(nowMs, counts.lastBackupMs))),
  },
  {
    name: 'plimsoll_liabilities_age_seconds',
    help: 'Since the last epoch of liabilities was published, or since the first start.',
    labels: [],
    read: ({ counts }, nowMs) => {
      const fromMs = counts.lastEpochMs ?? counts.firstStartMs;
      return fromMs === null ? [] : one(since(nowMs, fromMs));
    },
  },
];

/** By what a run read; one that read everything read what is new as well. */
const ofAudits = (
  { audits: { ended, all } }: DatabaseFigures,
  read: (run: RecordedRun) => number,
): readonly Reading[] => [
  ...(ended ? [[{ kind: 'incremental' }, read(ended)] as const] : []),
  ...(all ? [[{ kind: 'all' }, read(all)] as const] : []),
];

const AUDIT_GAUGES: readonly DatabaseGauge[] = [
  {
    name: 'plimsoll_audit_findings',
    help: 'Checks of the last audit that found something, by what it read.',
    labels: ['kind'],
    read: (figures) => ofAudits(figures, ({ findings }) => findings),
  },
  {
    name: 'plimsoll_audit_age_seconds',
    help: 'Since the last audit that came to an end was begun, or since the first was tried; missing before.',
    labels: ['kind'],
    read: ({ audits: { ended, all, firstMs } }, nowMs) =>
      firstMs === undefined
        ? []
        : [
            [{ kind: 'incremental' }, since(nowMs, ended?.beganMs ?? firstMs)],
            [{ kind: 'all' }, since(nowMs, all?.beganMs ?? firstMs)],
          ],
  },
  {
    name: 'plimsoll_audit_seconds',
    help: 'How long the last audit took, by what it read.',
    labels: ['kind'],
    read: (figures) => ofAudits(figures, ({ beganMs, endedMs }) => Math.max(0, endedMs - beganMs) / 1000),
  },
  {
    name: 'plimsoll_audit_rows_read',
    help: 'Rows of tables that the last audit read, by what it read.',
    labels: ['kind'],
    read: (figures) => ofAudits(figures, ({ rowsRead }) => rowsRead),
  },
];

/** Adds gauges of the database, the same in every process: gathered when they are read, at most every 30 s. */
export function addDatabaseGauges(registry: Registry, gathered: Gathered<DatabaseFigures>, clock: Clock): void {
  registry.registerMetric(
    new Gauge({
      name: 'plimsoll_gathered_age_seconds',
      help: 'How old the figures of the database are; before the first, since they were asked for.',
      registers: [],
      async collect() {
        await gathered.refresh();
        this.set(gathered.ageMs() / 1000);
      },
    }),
  );
  for (const { name, help, labels, read } of [...MARKET_GAUGES, ...WORK_GAUGES, ...AUDIT_GAUGES]) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers: [],
        async collect() {
          await gathered.refresh();
          this.reset();
          // What is unknown is missing, where the library would report 0.
          this.remove({});
          const figures = gathered.current();
          for (const [labelled, value] of figures ? read(figures, clock.nowMs()) : []) this.set(labelled, value);
        },
      }),
    );
  }
}
