import type { Answer } from '@plimsoll/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { sql } from '../../platform/db.ts';
import { operatorHttp, type OperatorHttp } from '../../testing/operator-http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { hasUnread, noticeOperatorRoutes, noticeRoutes, notifyMember, type Notification } from './index.ts';
import { anyUnread, listOf, readOne } from './store.ts';

type Member = Awaited<ReturnType<OperatorHttp['newMember']>>;
type Notices = Answer<'getNoticeList'>['list'];

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12));
const lastAction = sql<{ action: string; ref: string; after: unknown; before: unknown }>(
  'test.lastAction',
  `
  select action, ref, before, after from operator_audit where resource = 'notices' order by id desc limit 1`,
);
const readsOf = sql<{ count: number }>(
  'test.readsOf',
  'select count(*)::int as count from notice_read where member_id = $1',
);
const retireAll = sql<never>('test.retireAll', 'update notice set enabled = false');
const fill = sql<never>(
  'test.fill',
  `
  insert into notice (member_id, kind, params, created_at) select $1, 'unfrozen', '{}', now() from generate_series(1, 20000)`,
);

let database: TestDatabase;
let http: OperatorHttp;
let lea: Member;
let tom: Member;
let clerk: Awaited<ReturnType<OperatorHttp['operator']>>;

beforeAll(async () => {
  database = await testDatabase();
  const deps = { db: database.db, clock };
  http = operatorHttp({ ...deps, routes: noticeRoutes(deps), operatorRoutes: noticeOperatorRoutes(deps) });
  clerk = await http.operator('clerk');
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});
beforeEach(async () => {
  await database.db.run(retireAll);
  [lea, tom] = [await http.newMember(), await http.newMember()];
});

const list = async ({ token }: Member, fields: Record<string, unknown> = {}, lang?: string): Promise<Notices> =>
  (
    (await http.call('getNoticeList', fields, { token, ...(lang === undefined ? {} : { lang }) }))
      .data as Answer<'getNoticeList'>
  ).list;
const post = (fields: Record<string, unknown>) => http.ask('POST', '/notices', { token: clerk.token, fields });
const patch = (id: unknown, fields: Record<string, unknown>) =>
  http.ask('PATCH', `/notices/${String(id)}`, { token: clerk.token, fields });
const notify = (...notices: Notification[]) =>
  database.db.transaction((tx) => notifyMember(tx, notices, clock.nowMs()));
const unread = ({ id }: Member, lang = 'en') => hasUnread(database.db, id, lang);

test('a notice for all is unread for every member, later ones included, until each has opened it', async () => {
  const { body, status } = await post({ title: 'Maintenance', content: '<p>On Sunday</p>' });
  expect([status, body['member_id'], body['enabled']]).toEqual([201, null, 1]);
  const later = await http.newMember();
  const expected = {
    id: body['id'],
    title: 'Maintenance',
    content: '<p>On Sunday</p>',
    imgs: '',
    status: 1,
    addtime: '2026-01-05T12:00:00.000Z',
  };
  for (const member of [lea, tom, later])
    expect([await list(member), await unread(member)]).toEqual([[expected], true]);
  expect((await database.db.run(readsOf, [lea.id]))[0]?.count).toBe(0);
  expect(await list(lea, { id: body['id'], page: 1, limit: 1 })).toEqual([{ ...expected, status: 2 }]);
  expect(await list(lea, { id: body['id'] })).toEqual([{ ...expected, status: 2 }]);
  expect([await list(lea), await unread(lea)]).toEqual([[{ ...expected, status: 2 }], false]);
  expect([(await list(later))[0]?.status, await unread(later)]).toEqual([1, true]);
});

test('a notice for one member is visible to that member alone', async () => {
  const { body } = await post({ title: 'For Lea', content: 'x', member_id: lea.id });
  expect(await list(tom)).toEqual([]);
  expect(await http.call('getNoticeList', { id: body['id'] }, { token: tom.token })).toMatchObject({
    code: 204,
    reason: 'not_found',
  });
  expect([(await list(lea))[0]?.status, await unread(lea), await unread(tom)]).toEqual([1, true, false]);
  await list(lea, { id: body['id'] });
  expect([(await list(lea))[0]?.status, await unread(lea)]).toEqual([2, false]);
  expect(await post({ title: 'x', content: 'x', member_id: '999999999' })).toMatchObject({
    status: 404,
    body: { reason: 'not_found' },
  });
});

test('a notice for a language is listed for its readers alone', async () => {
  const german = await post({ title: 'Wartung', content: 'x', lang: 'DE' });
  expect([german.status, german.body['lang'], german.body['member_id']]).toEqual([201, 'de', null]);
  expect((await database.db.run(lastAction))[0]).toMatchObject({
    action: 'create',
    after: { lang: 'de', member_id: null },
  });
  await post({ title: 'Entretien', content: 'x', lang: 'fr' });
  await post({ title: 'For all', content: 'x', lang: '' });
  const titles = async (lang: string) => (await list(lea, {}, lang)).map(({ title }) => title);
  expect([await titles('de'), await titles('fr'), await titles('en')]).toEqual([
    ['For all', 'Wartung'],
    ['For all', 'Entretien'],
    ['For all'],
  ]);
  expect([
    (await list(lea, { page: 2, limit: 1 }, 'de'))[0]?.title,
    await list(lea, { page: 2, limit: 1 }, 'en'),
  ]).toEqual(['Wartung', []]);
  for (const { id } of await list(lea, {}, 'de')) await list(lea, { id }, 'de');
  // Unread notices depend on the language too.
  expect([await unread(lea, 'de'), await unread(lea, 'en'), await unread(lea, 'fr')]).toEqual([false, false, true]);
  expect(await patch(german.body['id'], { lang: 'fr' })).toMatchObject({
    status: 422,
    body: { reason: 'unknown_field' },
  });
});

test('a notice is for one member or for one language, not both, and the language must exist', async () => {
  expect(await post({ title: 'x', content: 'x', lang: 'de', member_id: lea.id })).toMatchObject({
    status: 422,
    body: { reason: 'bad_value', field: 'lang' },
  });
  for (const lang of ['xx', 'deu', 7])
    expect(await post({ title: 'x', content: 'x', lang })).toMatchObject({
      status: 422,
      body: { reason: 'bad_lang', field: 'lang' },
    });
});

test('notices for all and for the member are listed newest first, in pages', async () => {
  for (const n of [1, 2, 3, 4, 5]) {
    if (n % 2 === 0) await notify({ memberId: lea.id, kind: 'identity-refused', params: { remark: `${n}` } });
    else await post({ title: `${n}`, content: `${n}` });
  }
  const contents = async (page: number) =>
    (await list(lea, { page, limit: 2 })).map(({ content }) => /\d/.exec(content)?.[0]);
  expect([await contents(1), await contents(2), await contents(3), await contents(4)]).toEqual([
    ['5', '4'],
    ['3', '2'],
    ['1'],
    [],
  ]);
  expect((await list(lea, { page: 1, limit: 1 }))[0]?.title).toBe('5');
});

test('the platform’s notices are in the reader’s present language', async () => {
  await notify({
    memberId: lea.id,
    kind: 'recharge-credited',
    params: { amount: '1250.50000000', coin: 'USDT', claimed: '1300.00000000' },
  });
  expect((await list(lea, {}, 'en'))[0]).toMatchObject({
    title: 'Deposit credited',
    status: 1,
    imgs: '',
    content:
      '<p>1,250.5 USDT credited to your funds account. You submitted 1,300 USDT; the amount received counts.</p>',
  });
  const chinese = (await list(lea, {}, 'zh-cn'))[0];
  expect([chinese?.title, chinese?.content]).toEqual([
    '充值到账',
    '<p>1,250.5 USDT 已存入您的资金账户。您提交的是 1,300 USDT，以实际到账数量为准。</p>',
  ]);
  expect((await list(lea, {}, 'ar'))[0]?.content).toContain('\u20681,250.5\u2069 \u2068USDT\u2069');
});

test.each<[Notification['kind'], Notification['params'], RegExp]>([
  [
    'recharge-credited',
    { amount: '5.00000000', coin: 'BTC', claimed: '5.00000000' },
    /^<p>5 BTC credited to your funds account\.<\/p>$/,
  ],
  [
    'recharge-refused',
    { amount: '5', coin: 'BTC', remark: 'No such payment' },
    /rejected\.<\/p><p>Reason: No such payment<\/p>$/,
  ],
  [
    'withdrawal-sent',
    { amount: '100', net: '99', fee: '1', coin: 'USDT', address: 'TXYZ' },
    /^<p>99 USDT sent to TXYZ\.<\/p><p>Amount: 100 USDT, fee: 1 USDT\.<\/p>$/,
  ],
  ['withdrawal-refused', { amount: '100', coin: 'USDT', remark: '' }, /available again\.<\/p>$/],
  ['correction', { amount: '1', coin: 'USDT', remark: '', way: 'in' }, /1 USDT added/],
  ['correction', { amount: '1', coin: 'USDT', remark: '', way: 'out' }, /1 USDT deducted/],
  ['frozen', {}, /frozen/],
  ['unfrozen', {}, /active again/],
  ['identity-certified', {}, /verified/],
  ['identity-refused', { remark: 'Blurred' }, /<p>Reason: Blurred<\/p>/],
  ['loan-approved', { amount: '1000.00000000' }, /1,000 USDT/],
  ['loan-refused', { remark: '' }, /rejected\.<\/p>$/],
  ['payments-stopped', { until: '2026-01-05T13:00:00.000Z' }, /2026-01-05 13:00 UTC/],
])('%s %j has its words', async (kind, params, words) => {
  await notify({ memberId: lea.id, kind, params } as Notification);
  expect((await list(lea, {}, 'en'))[0]?.content).toMatch(words);
  for (const lang of ['ar', 'zh-cn']) {
    const [notice] = await list(lea, {}, lang);
    expect(`${notice?.title} ${notice?.content}`).not.toMatch(/notice-words|\{|\}/);
  }
});

test('an operator’s remark is text in a notice, whatever it looks like', async () => {
  await notify({
    memberId: lea.id,
    kind: 'loan-refused',
    params: { remark: '<img src=x onerror="alert(1)"> {boom} & more' },
  });
  expect((await list(lea, {}, 'en'))[0]?.content).toContain(
    '<p>Reason: &lt;img src=x onerror=&quot;alert(1)&quot;&gt; {boom} &amp; more</p>',
  );
});

test.each([
  '<script>alert(1)</script>',
  '<img src="https://a.example/x.png" onerror="alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<math><mtext></p><script>1</script>',
  '<form action="javascript:1"><button formaction="javascript:1">',
  '<a href="data:text/html,<script>1</script>">x</a>',
  '<img src="data:image/svg+xml,<svg onload=1>">',
  '<object data="x">',
  '<base href="//e">',
])('scripts are removed from %s', async (content) => {
  const { body } = await post({ title: '<b>T</b>', content: `<p>Kept</p>${content}`, member_id: lea.id });
  expect(body['content']).toMatch(/^<p>Kept<\/p>/);
  expect(body['content']).not.toMatch(
    /<(?:script|svg|iframe|object|base|form|button|math)|\son\w+=|javascript:|data:|style=|srcdoc/i,
  );
  expect((await list(lea))[0]?.content).toBe(body['content']);
  const changed = await patch(body['id'], { content });
  expect(changed.body['content']).not.toMatch(
    /<(?:script|svg|iframe|object|base|form|button|math)|\son\w+=|javascript:|data:|style=|srcdoc/i,
  );
});

test('a link in a notice is kept, without access to the page that opens it', async () => {
  const { body } = await post({
    title: 'x',
    content:
      '<a href="https://plimsoll.example/a?b=1&amp;c=2" target="_self">read</a> <img src="/uploads/public/a.png" alt="A">',
  });
  expect(body['content']).toBe(
    '<a href="https://plimsoll.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">read</a> <img src="/uploads/public/a.png" alt="A" />',
  );
});

test('a disabled notice is hidden from members, and keeps its readers when it is enabled again', async () => {
  const { body } = await post({ title: 'Soon', content: 'x', imgs: '/pictures/a.png' });
  await list(lea, { id: body['id'] });
  expect(await patch(body['id'], { enabled: 0, title: 'Late', imgs: '' })).toMatchObject({
    status: 200,
    body: { enabled: 0, title: 'Late', imgs: '', content: 'x' },
  });
  expect((await database.db.run(lastAction))[0]).toEqual({
    action: 'change',
    ref: String(body['id']),
    before: { title: 'Soon', content: 'x', imgs: '/pictures/a.png', enabled: 1 },
    after: { title: 'Late', content: 'x', imgs: '', enabled: 0 },
  });
  expect([await list(tom), await unread(tom)]).toEqual([[], false]);
  expect(await http.call('getNoticeList', { id: body['id'] }, { token: tom.token })).toMatchObject({ code: 204 });
  await patch(body['id'], { enabled: 1 });
  expect([(await list(lea))[0]?.status, (await list(tom))[0]?.status]).toEqual([2, 1]);
});

test('the console finds operators’ notices by title and by member, and none of the platform’s', async () => {
  const { username } = (
    await database.db.run(sql<{ username: string }>('test.username', 'select username from member where id = $1'), [
      lea.id,
    ])
  )[0] ?? { username: '' };
  await post({ title: 'Zebra 100%', content: 'x' });
  await post({ title: 'zebra two', content: 'x', member_id: lea.id, enabled: 0 });
  await notify({ memberId: lea.id, kind: 'frozen', params: {} });
  const find = async (fields: Record<string, unknown>) => {
    const { body } = await http.ask('GET', '/notices', { token: clerk.token, fields });
    return [(body['list'] as { title: string }[]).map(({ title }) => title), body['total']];
  };
  expect(await find({ q: 'ZEBRA' })).toEqual([['zebra two', 'Zebra 100%'], 2]);
  expect(await find({ q: 'zebra 100%' })).toEqual([['Zebra 100%'], 1]);
  expect(await find({ q: 'z%' })).toEqual([[], 0]);
  expect(await find({ q: username })).toEqual([['zebra two'], 1]);
  expect(await find({ q: lea.id, status: 0 })).toEqual([['zebra two'], 1]);
  expect(await find({ q: 'zebra', sort: 'id', limit: 1 })).toEqual([['Zebra 100%'], 2]);
  expect(await http.ask('GET', '/notices/1', { token: clerk.token })).toMatchObject({ status: 404 });
});

test('a viewer reads notices and writes none', async () => {
  const viewer = await http.operator('viewer');
  expect(await http.ask('GET', '/notices', viewer)).toMatchObject({ status: 200 });
  expect(await http.ask('POST', '/notices', { token: viewer.token, fields: {} })).toMatchObject({ status: 403 });
  expect(await post({ title: 'x' })).toMatchObject({ status: 422, body: { field: 'content' } });
  expect(await post({ title: 'x', content: 'x', kind: 'frozen' })).toMatchObject({
    status: 422,
    body: { reason: 'unknown_field' },
  });
  expect(await post({ title: 'x', content: 'x', imgs: 'javascript:1' })).toMatchObject({
    status: 422,
    body: { reason: 'bad_image' },
  });
});

test('a page of notices and the unread flag are read by indexes, however many notices others have', async () => {
  await database.db.run(fill, [tom.id]);
  for (const [text, values] of [
    [listOf.text, [lea.id, 10, 0, 'de']],
    [anyUnread.text, [lea.id, 'de']],
    [readOne.text, [lea.id, 1001, new Date()]],
  ] as const) {
    const rows = await database.db.run<Record<'QUERY PLAN', string>>(
      { name: `test.explain${text.length}`, text: `explain (costs off) ${text}` },
      values,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index/);
    expect(plan).not.toMatch(/Seq Scan on notice|->  Sort/);
  }
});
