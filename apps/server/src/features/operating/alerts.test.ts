import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ALERT_RULES, readAlerts, type Alert } from '../../testing/alerts.ts';
import { alertFires, seriesOf, STEP_S, type Series } from '../../testing/promql.ts';

/** A figure over time: always the same, or by the number of the sample, of which there is one every 15 s. */
type Figure = number | ((sample: number) => number);
type Figures = Readonly<Record<string, Figure>>;

interface Trial {
  readonly alert: string;
  readonly fires: Figures;
  /** The nearest that is not worth waking anybody. */
  readonly quiet: Figures;
  /** How long it is watched. */
  readonly minutes?: number;
}

const one = (alert: string, figure: string, fires: Figure, quiet: Figure, minutes?: number): Trial => ({
  alert,
  fires: { [figure]: fires },
  quiet: { [figure]: quiet },
  ...(minutes === undefined ? {} : { minutes }),
});
/** 99 of 100 options, or all of them, within half a second, and the rest within two. */
const lateness = (slow: number): Figures => ({
  'plimsoll_option_settlement_lateness_seconds_bucket{le="0.5"}': (sample) => sample * (100 - slow),
  'plimsoll_option_settlement_lateness_seconds_bucket{le="2"}': (sample) => sample * 100,
  'plimsoll_option_settlement_lateness_seconds_bucket{le="+Inf"}': (sample) => sample * 100,
});
const flapping = (every: number): Figures => ({
  'plimsoll_feed_leader{instance="a"}': (sample) => Math.floor(sample / every) % 2,
  'plimsoll_feed_leader{instance="b"}': (sample) => 1 - (Math.floor(sample / every) % 2),
});

const TRIALS: readonly Trial[] = [
  one('LedgerDoesNotSumToZero', 'plimsoll_ledger_difference{coin="USDT"}', 0.000_000_01, 0),
  one('AuditFindings', 'plimsoll_audit_findings{kind="all"}', 1, 0),
  one('AuditStale', 'plimsoll_audit_age_seconds{kind="incremental"}', 3601, 3600),
  one('AuditAllStale', 'plimsoll_audit_age_seconds{kind="all"}', 172_801, 172_800),
  one('SettlementLate', 'plimsoll_options_due_oldest_seconds', 11, 10),
  { alert: 'SettlementSlow', fires: lateness(2), quiet: lateness(0), minutes: 25 },
  {
    alert: 'OptionsVoid',
    fires: { plimsoll_options_void_ratio: 0.02, 'plimsoll_options_settled{outcome="void"}': 3 },
    quiet: { plimsoll_options_void_ratio: 0.5, 'plimsoll_options_settled{outcome="void"}': 2 },
  },
  one('ReplicaUnused', 'plimsoll_replica_used', 0, 1),
  one('LogBehind', 'plimsoll_log_behind_seconds', 31, 30),
  one('LogUnwitnessed', 'plimsoll_log_witness_age_seconds{witness="w"}', 61, 60),
  one('WitnessSilent', 'plimsoll_log_witness_age_seconds{witness="w"}', 3601, 3600),
  one('LiabilitiesNotCovered', 'plimsoll_liabilities_uncovered_coins_count', (sample) => (sample > 8 ? 1 : 0), 1),
  one('LiabilitiesOld', 'plimsoll_liabilities_age_seconds', 7201, 7200),
  {
    alert: 'HouseFundsLow',
    fires: { 'plimsoll_ledger_house{account="spot",coin="BTC"}': (sample) => (sample < 4 ? 100 : 9) },
    quiet: {
      'plimsoll_ledger_house{account="spot",coin="BTC"}': (sample) => (sample < 4 ? 100 : 10),
      'plimsoll_ledger_house{account="outside",coin="BTC"}': (sample) => (sample < 4 ? 100 : 9),
    },
  },
  one(
    'HouseLimitRefuses',
    'plimsoll_requests_total{call="upbbbuy",reason="house_limit"}',
    (sample) => sample,
    (sample) => sample * 0.5,
    25,
  ),
  {
    alert: 'OptionsEdgeLost',
    fires: { plimsoll_options_kept: -6, plimsoll_options_staked: 100 },
    quiet: { plimsoll_options_kept: -4, plimsoll_options_staked: 100 },
    minutes: 65,
  },
  one(
    'MailsFail',
    'plimsoll_mails_total{outcome="failed"}',
    (sample) => sample,
    (sample) => sample * 0.1,
    25,
  ),
  one('StoreAway', 'plimsoll_store_total{outcome="away"}', (sample) => sample, 7),
  one('WithdrawalsWait', 'plimsoll_queue_oldest_seconds{queue="withdrawals"}', 86_401, 86_400),
  one('WebhookStuck', 'plimsoll_webhooks_oldest_seconds{webhook="Ledger"}', 901, 900, 20),
  one('MailsWait', 'plimsoll_queue_oldest_seconds{queue="mails"}', 901, 900),
  {
    alert: 'FeedSilent',
    fires: { 'plimsoll_feed_age_seconds{instance="a"}': 16, 'plimsoll_feed_age_seconds{instance="b"}': 17 },
    quiet: { 'plimsoll_feed_age_seconds{instance="a"}': 1, 'plimsoll_feed_age_seconds{instance="b"}': 17 },
  },
  {
    alert: 'PricesDoNotArrive',
    fires: { 'plimsoll_feed_age_seconds{instance="a"}': 1, 'plimsoll_feed_age_seconds{instance="b"}': 17 },
    quiet: { 'plimsoll_feed_age_seconds{instance="a"}': 60, 'plimsoll_feed_age_seconds{instance="b"}': 61 },
  },
  one('MarketSilent', 'plimsoll_market_fresh{market="m"}', 0, 1, 15),
  one('MarksMissing', 'plimsoll_mark_age_seconds{market="m"}', 61, 60),
  one('MarksPatchy', 'plimsoll_mark_gap_seconds{market="m"}', 601, 600),
  one(
    'FeedQuarantined',
    'plimsoll_quarantined_total{reason="jump"}',
    (sample) => sample * 16,
    (sample) => sample * 15,
    20,
  ),
  {
    alert: 'NobodyFeeds',
    fires: { 'plimsoll_feed_leader{instance="a"}': 0, 'plimsoll_feed_leader{instance="b"}': 0 },
    quiet: { 'plimsoll_feed_leader{instance="a"}': 0, 'plimsoll_feed_leader{instance="b"}': 1 },
  },
  { alert: 'FeedChangesHands', fires: flapping(10), quiet: flapping(40), minutes: 20 },
  one('ServerDown', 'up{job="plimsoll",instance="a"}', 0, 1),
  one('DatabaseSilent', 'plimsoll_database_silent_seconds{instance="a"}', 6, 5),
  one('RedisAway', 'plimsoll_redis_up{instance="a"}', 0, 1),
  one(
    'RequestsFail',
    'plimsoll_requests_total{call="upbbbuy",status="503"}',
    (sample) => sample * 2,
    (sample) => sample,
    15,
  ),
  one('EventLoopLags', 'nodejs_eventloop_lag_p99_seconds{instance="a"}', 0.26, 0.25, 15),
  one('DatabaseConnectionsWait', 'plimsoll_database_connections{pool="shared",state="waiting"}', 51, 50),
  {
    alert: 'DiskAlmostFull',
    fires: { plimsoll_disk_free_bytes: 9, plimsoll_disk_size_bytes: 100 },
    quiet: { plimsoll_disk_free_bytes: 10, plimsoll_disk_size_bytes: 100 },
  },
  one('FiguresStale', 'plimsoll_gathered_age_seconds', 301, 300),
  one('BackupOld', 'plimsoll_backup_age_seconds', 129_601, 129_600, 75),
  { alert: 'BackupOld', fires: {}, quiet: { plimsoll_backup_age_seconds: 5 }, minutes: 75 },
];

const MINUTES = 12;
const stepsOf = ({ minutes = MINUTES }: Trial): number => (minutes * 60) / STEP_S;
const samples = (figure: Figure, steps: number): number[] =>
  Array.from({ length: steps + 1 }, (_, sample) => (typeof figure === 'number' ? figure : figure(sample)));
const seriesIn = (figures: Figures, steps: number): Series[] =>
  Object.entries(figures).map(([written, figure]) => seriesOf(written, samples(figure, steps)));

let alerts: readonly Alert[];
beforeAll(async () => {
  alerts = await readAlerts();
});

test.each(TRIALS)('$alert fires when it must, and not when it nearly must', (trial) => {
  const alert = alerts.find(({ name }) => name === trial.alert);
  if (!alert) throw new Error(`there is no alert ${trial.alert}`);
  const steps = stepsOf(trial);
  expect(alertFires(alert, seriesIn(trial.fires, steps), steps)).toBe(true);
  expect(alertFires(alert, seriesIn(trial.quiet, steps), steps)).toBe(false);
});

test('every alert is tried here, says who is woken, and names a paragraph that says what to do', () => {
  const manual = readFileSync(new URL('../../../../../docs/OPERATING.md', import.meta.url), 'utf8');
  const leads = new Set(
    [...manual.slice(manual.indexOf('\n## When')).matchAll(/^\*\*([^*]+?)\.?\*\*/gm)].map(([, lead]) => lead),
  );
  const tried = new Set(TRIALS.map(({ alert }) => alert));
  const wrong = alerts.filter(
    ({ name, severity, summary, runbook }) =>
      !tried.has(name) || !['page', 'ticket'].includes(severity) || !/^".{20,}"$/.test(summary) || !leads.has(runbook),
  );
  expect(wrong).toEqual([]);
});

test('every figure of an alert is one that the manual describes', () => {
  const manual = readFileSync(new URL('../../../../../docs/OPERATING.md', import.meta.url), 'utf8');
  const unknown = alerts.flatMap(({ expr }) =>
    [...expr.matchAll(/plimsoll_\w+/g)]
      .map(([figure]) => figure.replace(/_(?:bucket|count|sum)$/, ''))
      .filter((figure) => !manual.includes(figure)),
  );
  expect(unknown).toEqual([]);
});

/** It takes half a minute of a core, for a week of samples of some. */
const PROMTOOL_MS = 180_000;
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test('Prometheus itself says the same of every alert', { timeout: PROMTOOL_MS }, ({ skip }) => {
  skip(!hasPromtool, 'there is no promtool on the PATH');
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tests = TRIALS.flatMap((trial) => [true, false].map((isFiring) => ({ trial, isFiring }))).map(
    ({ trial, isFiring }) => ({
      interval: `${STEP_S}s`,
      input_series: Object.entries(isFiring ? trial.fires : trial.quiet).map(([series, figure]) => ({
        series,
        values: samples(figure, stepsOf(trial)).join(' '),
      })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${trial.alert}",alertstate="firing"}) > bool 0 or vector(0)`,
          eval_time: `${trial.minutes ?? MINUTES}m`,
          exp_samples: [{ labels: '{}', value: isFiring ? 1 : 0 }],
        },
      ],
    }),
  );
  const path = join(folder, 'alerts.test.yml');
  // JSON is YAML.
  writeFileSync(path, JSON.stringify({ rule_files: [ALERT_RULES], evaluation_interval: `${STEP_S}s`, tests }));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' });
  expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, output: '' });
});
