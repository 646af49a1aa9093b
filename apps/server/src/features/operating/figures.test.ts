import { onTestFinished, expect, test } from 'vitest';
import { serveFigures } from '../../platform/metrics/serve-figures.ts';
import { fires } from '../../testing/alerts.ts';
import { quietSources, readFigures } from '../../testing/figures.ts';
import { openFundingWorld } from '../../testing/funding-world.ts';
import { testHttp } from '../../testing/http.ts';
import { openOptionWorld } from '../../testing/option-world.ts';
import { Proposals } from '../proposals/index.ts';
import { Distribution } from '../../platform/metrics/distribution.ts';
import { createSite, SettingsStore } from '../site/index.ts';
import { createFigures, type Figures } from './index.ts';

const BUILD = { version: '0.1.0', mode: 'demo', feed: 'simulated' };

async function served(figures: Figures): Promise<string> {
  const server = await serveFigures({
    host: '127.0.0.1',
    port: 0,
    text: () => figures.text(),
    failed: (error) => {
      throw error;
    },
  });
  onTestFinished(() => server.close());
  return server.url;
}

test('a pending withdrawal, the zero sums, and one that is not zero, appear in the figures within half a minute', async () => {
  const funding = await openFundingWorld();
  onTestFinished(() => funding.close());
  const { clock } = funding.world;
  const figures = createFigures(BUILD);
  figures.begin(quietSources(funding.world));
  const url = await served(figures);
  const member = await funding.member({ USDT: '5000' });
  await funding.asked(member, { num: '2000' });
  clock.advance(90_000);
  const first = await readFigures(url);
  expect(first.get('plimsoll_queue_waiting{queue="withdrawals"}')).toBe(1);
  expect(first.get('plimsoll_queue_oldest_seconds{queue="withdrawals"}')).toBe(90);
  expect(first.get('plimsoll_queue_waiting{queue="recharges"}')).toBe(0);
  expect(first.get('plimsoll_ledger_difference{coin="USDT"}')).toBe(0);
  expect(first.get('plimsoll_ledger_members{coin="USDT"}')).toBe(5000);
  expect(first.get('plimsoll_ledger_house{account="spot",coin="BTC"}')).toBe(1_000_000_000);
  expect(first.get('plimsoll_sessions{face="member"}')).toBe(1);
  expect(first.get('plimsoll_market_fresh{market="btcusdt"}')).toBe(0);
  expect(first.get('plimsoll_market_age_seconds{market="btcusdt"}')).toBe(90);
  expect(first.get('plimsoll_quarantined_total{reason="jump"}')).toBe(3);
  expect(first.get('plimsoll_mails_total{outcome="failed"}')).toBe(2);
  expect(first.get('plimsoll_store_total{outcome="away"}')).toBe(1);
  expect(first.has('plimsoll_backup_age_seconds')).toBe(false);
  expect(first.has('plimsoll_liabilities_age_seconds')).toBe(false);

  const unit = '0.00000001';
  await funding.owner.run(
    {
      name: 'test.tamper',
      text: `update ledger_account set available = available + ${unit} where member_id = $1 and coin_id = 1`,
    },
    [member.id],
  );
  await funding.owner.run({ name: 'test.backup', text: 'insert into backup_taken (at, journals) values ($1, 1)' }, [
    new Date(clock.nowMs()),
  ]);
  const epoch = `insert into liability_epoch (epoch, at, batch, root, coins, totals, leaves, house, entry, members, took)
    values (1, $1, 0, sha256(''), '{}', '{}', 1, '[]', '', 0, 0)`;
  await funding.owner.run({ name: 'test.epoch', text: epoch }, [new Date(clock.nowMs() - 7_180_000)]);
  clock.advance(29_999);
  expect((await readFigures(url)).get('plimsoll_ledger_difference{coin="USDT"}')).toBe(0);
  clock.advance(1);
  const second = await readFigures(url);
  expect(second.get('plimsoll_ledger_difference{coin="USDT"}')).toBe(Number(unit));
  expect(second.get('plimsoll_ledger_difference{coin="BTC"}')).toBe(0);
  expect(second.get('plimsoll_backup_age_seconds')).toBe(30);
  expect(second.get('plimsoll_liabilities_age_seconds')).toBe(7_210);
  expect([await fires('LiabilitiesOld', first), await fires('LiabilitiesOld', second)]).toEqual([false, true]);
  expect(second.get('plimsoll_log_witness_age_seconds{witness="witness.example/w1"}')).toBe(61);
  expect(await fires('LogUnwitnessed', second)).toBe(true);
  expect(await fires('LogUnwitnessed', new Map([['plimsoll_log_witness_age_seconds{witness="w"}', 60]]))).toBe(false);
  // No label identifies a member.
  expect([...second.keys()].filter((name) => name.includes(member.username))).toEqual([]);
});

test('a process that never had a price, and a log that never had an epoch, count from their beginning', async () => {
  const funding = await openFundingWorld();
  onTestFinished(() => funding.close());
  const { clock } = funding.world;
  await funding.owner.run({ name: 'test.key', text: `insert into log_key (id, vkey, at) values (1, $1, $2)` }, [
    `quay.example/log+${'k'.repeat(50)}`,
    new Date(clock.nowMs()),
  ]);
  clock.advance(7_180_000);
  const quiet = quietSources(funding.world);
  const health = { ...quiet.feed.health(), ageMs: undefined };
  const figures = createFigures(BUILD);
  figures.begin({ ...quiet, feed: { ...quiet.feed, health: () => health } });
  const marketless = createFigures(BUILD);
  const market = { ...quiet.market, list: () => [] };
  marketless.begin({ ...quiet, market, feed: { ...quiet.feed, health: () => health } });
  const url = await served(figures);
  clock.advance(10_000);
  const soon = await readFigures(url);
  expect(soon.get('plimsoll_feed_age_seconds')).toBe(10);
  expect(soon.get('plimsoll_liabilities_age_seconds')).toBe(7_190);
  clock.advance(30_000);
  const later = await readFigures(url);
  for (const alert of ['FeedSilent', 'LiabilitiesOld'])
    expect([alert, await fires(alert, soon), await fires(alert, later)]).toEqual([alert, false, true]);
  // Before a market is enabled no price is missed.
  expect((await readFigures(await served(marketless))).has('plimsoll_feed_age_seconds')).toBe(false);
});

test('a due option is counted until it is settled, and its lateness is recorded', async () => {
  const figures = createFigures(BUILD);
  const lateness = new Distribution({
    name: 'plimsoll_option_settlement_lateness_seconds',
    help: 'From an option’s expiry to its settlement.',
    buckets: [2.5, 5],
  });
  figures.add([lateness]);
  const world = await openOptionWorld({
    settled: (lateMs) => {
      for (const each of lateMs) lateness.observe(each / 1000);
    },
  });
  onTestFinished(() => world.close());
  figures.begin(quietSources(world));
  const url = await served(figures);
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  await world.withLine(memberId, { seconds: 30 });
  world.clock.advance(30_000);
  world.market.setMark('btcusdt', '100');
  world.clock.advance(4_000);
  const due = await readFigures(url);
  expect([
    due.get('plimsoll_options_open'),
    due.get('plimsoll_options_due'),
    due.get('plimsoll_options_due_oldest_seconds'),
  ]).toEqual([1, 1, 4]);
  expect(due.get('plimsoll_option_settlement_lateness_seconds_count')).toBe(0);
  await world.settle();
  world.clock.advance(30_000);
  const after = await readFigures(url);
  expect([
    after.get('plimsoll_options_open'),
    after.get('plimsoll_options_due'),
    after.get('plimsoll_options_due_oldest_seconds'),
  ]).toEqual([0, 0, 0]);
  expect(after.get('plimsoll_option_settlement_lateness_seconds_bucket{le="2.5"}')).toBe(0);
  expect(after.get('plimsoll_option_settlement_lateness_seconds_bucket{le="5"}')).toBe(1);
  expect(after.get('plimsoll_option_settlement_lateness_seconds_sum')).toBe(4);
});

test('requests are counted by call, status and reason, for every caller and outcome', async () => {
  const funding = await openFundingWorld();
  onTestFinished(() => funding.close());
  const { db, clock } = funding.world;
  const figures = createFigures(BUILD);
  const settings = new SettingsStore({ db, clock, log: { error() {} }, mode: 'demo', isDemoFeed: true });
  const site = createSite({
    db,
    clock,
    log: { error() {} },
    settings,
    proposals: new Proposals({ db, clock, log: { error() {} } }),
    storeLanguage: async () => {},
  });
  const http = testHttp({ db, clock, routes: site.routes, figures: figures.requests });
  onTestFinished(() => http.app.close());
  const base = await http.app.listen({ host: '127.0.0.1', port: 0 });
  const url = await served(figures);
  for (const path of ['/api/getSetting', '/api/getSetting', '/api/setLang?lang=none', '/operator/api/members/7'])
    await (await fetch(base + path)).text();
  await (await fetch(`${base}/nowhere`, { method: 'POST' })).text();
  const read = await readFigures(url);
  expect(read.get('plimsoll_requests_total{face="member",call="getSetting",status="200",reason=""}')).toBe(2);
  expect(read.get('plimsoll_request_duration_seconds_count{face="member",call="getSetting"}')).toBe(2);
  expect(read.get('plimsoll_request_duration_seconds_bucket{face="member",call="getSetting",le="+Inf"}')).toBe(2);
  expect(read.get('plimsoll_requests_total{face="member",call="setLang",status="200",reason="bad_lang"}')).toBe(1);
  expect(
    read.get('plimsoll_requests_total{face="console",call="/operator/api",status="404",reason="unknown_path"}'),
  ).toBe(1);
  expect(read.get('plimsoll_requests_total{face="other",call="/",status="404",reason="unknown_path"}')).toBe(1);
  // Calls without requests are omitted.
  expect([...read.keys()].filter((name) => name.includes('getBanner'))).toEqual([]);
  expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404);
});

test('the last audits are in the figures by what they read, and findings and age sound the alarm', async () => {
  const funding = await openFundingWorld();
  onTestFinished(() => funding.close());
  const { clock } = funding.world;
  const figures = createFigures(BUILD);
  figures.begin(quietSources(funding.world));
  const url = await served(figures);
  const recorded = (kind: string, outcome: string, findings: number) =>
    funding.owner.run(
      {
        name: `test.audited ${kind} ${outcome}`,
        text: `select audit_record('${kind}', $1, $2, '${outcome}', ${findings}, '{}', 70, null, ${outcome === 'failed' ? 'null' : 'audit_ends()'})`,
      },
      [new Date(clock.nowMs() - 2_000), new Date(clock.nowMs())],
    );
  const alarms = async () => {
    clock.advance(30_000);
    const read = await readFigures(url);
    const alerts = ['AuditFindings', 'AuditStale', 'AuditAllStale'] as const;
    return { read, fired: await Promise.all(alerts.map((alert) => fires(alert, read))) };
  };
  const never = await alarms();
  expect([...never.read.keys()].filter((name) => name.startsWith('plimsoll_audit'))).toEqual([]);
  expect(never.fired).toEqual([false, false, false]);
  await recorded('all', 'findings', 3);
  await recorded('incremental', 'clean', 0);
  const { read, fired } = await alarms();
  expect(fired).toEqual([true, false, false]);
  expect(read.get('plimsoll_audit_findings{kind="all"}')).toBe(3);
  expect(read.get('plimsoll_audit_findings{kind="incremental"}')).toBe(0);
  expect(read.get('plimsoll_audit_age_seconds{kind="all"}')).toBe(32);
  expect(read.get('plimsoll_audit_seconds{kind="incremental"}')).toBe(2);
  expect(read.get('plimsoll_audit_rows_read{kind="all"}')).toBe(70);
  await recorded('all', 'clean', 0);
  expect((await alarms()).fired).toEqual([false, false, false]);
  clock.advance(3_600_000);
  await recorded('incremental', 'failed', 0);
  expect((await alarms()).fired).toEqual([false, true, false]);
  clock.advance(172_800_000);
  expect((await alarms()).fired).toEqual([false, true, true]);
});
