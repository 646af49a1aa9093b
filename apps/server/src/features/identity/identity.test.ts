import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { IdentityForOperator } from '@plimsoll/contract/operator';
import { sql } from '../../platform/db.ts';
import { openIdentityWorld, type Applicant, type IdentityWorld } from '../../testing/identity-world.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterEach(async () => {
  delete world.switches.certification_switch;
  await world.audit();
});
afterAll(() => world.close());

const standing = sql<{ identity_status: number }>(
  'test.identityStatus',
  'select identity_status from member where id = $1',
);
const statusOf = async ({ id }: Applicant) => (await world.db.run(standing, [id]))[0]?.identity_status;
const read = async (id: number, token = world.clerk) =>
  (await world.http.ask('GET', `/identities/${id}`, { token })).body as unknown as IdentityForOperator;
const nowText = () => new Date(world.clock.nowMs()).toISOString();

test.each(['usrsetreal', 'getIdentity'])('%s needs a login', async (name) => {
  expect(await world.http.call(name, {})).toMatchObject({ code: 401, reason: 'login_required' });
});

test('an applicant is under review, reads the application, and is in the queue', async () => {
  const lea = await world.member();
  expect(await world.identity(lea)).toEqual({ rzstatus: 0, application: null });
  expect(await world.apply(lea, { real_name: '  Lea Müller-山田 ' })).toMatchObject({
    code: 1,
    data: null,
    msg: 'Identity submitted for review',
  });
  const { rzstatus: stands, application } = await world.identity(lea);
  expect([stands, application]).toMatchObject([
    1,
    { real_name: 'Lea Müller-山田', status: 1, remark: '', addtime: nowText(), updatetime: nowText() },
  ]);
  for (const link of [application?.front_card, application?.back_card])
    expect((await world.open(link)).status).toBe(200);
  const listed = await world.http.ask('GET', '/identities', {
    token: world.clerk,
    fields: { status: '1', q: lea.username },
  });
  expect(listed.body).toMatchObject({
    total: 1,
    list: [
      {
        id: application?.id,
        member_id: Number(lea.id),
        username: lea.username,
        real_name: 'Lea Müller-山田',
        status: 1,
        decided: null,
      },
    ],
  });
});

test('the member reads a refusal’s remark and may apply again; a certified member may not', async () => {
  const lea = await world.member();
  const first = await world.applied(lea);
  expect(await world.decide(first, 'reject')).toMatchObject({
    status: 422,
    body: { reason: 'remark_needed', field: 'remark' },
  });
  world.clock.advance(60_000);
  expect(await world.decide(first, 'reject', 'the back is {blurred} "here"')).toMatchObject({
    status: 200,
    body: { id: first, status: 3, remark: 'the back is {blurred} "here"', updatetime: nowText() },
  });
  expect(await world.identity(lea)).toMatchObject({
    rzstatus: 3,
    application: { id: first, status: 3, remark: 'the back is {blurred} "here"' },
  });
  expect(await world.notices(lea)).toEqual([expect.stringContaining('the back is {blurred} &quot;here&quot;')]);
  expect((await world.notices(lea, 'zh-cn'))[0]).toMatch(/\p{Script=Han}/u);
  const second = await world.applied(lea, { real_name: 'Lea Hansen' });
  expect(second).toBeGreaterThan(first);
  expect(await statusOf(lea)).toBe(1);
  expect(await world.decide(second, 'approve')).toMatchObject({
    status: 200,
    body: { id: second, status: 2, decided: { at: nowText() } },
  });
  expect(await world.identity(lea)).toMatchObject({
    rzstatus: 2,
    application: { id: second, real_name: 'Lea Hansen', status: 2 },
  });
  expect(await world.notices(lea)).toHaveLength(2);
  // The earlier decision is unchanged.
  expect((await read(second)).other_applications).toMatchObject([{ id: first, real_name: 'Lea Hansen', status: 3 }]);
  const actions = (await world.log()).filter(
    ({ resource, ref, action }) =>
      resource === 'identities' && [String(first), String(second)].includes(ref) && action !== 'view',
  );
  expect(actions.map(({ action, ref }) => `${action} ${ref}`)).toEqual([`reject ${first}`, `approve ${second}`]);
});

test('nobody applies while under review or certified', async () => {
  const lea = await world.member();
  const id = await world.applied(lea);
  expect(await world.apply(lea)).toMatchObject({ code: 0, reason: 'identity_under_review' });
  await world.decide(id, 'approve');
  expect(await world.apply(lea)).toMatchObject({ code: 0, reason: 'identity_certified' });
  expect(await statusOf(lea)).toBe(2);
});

test('of parallel applications one is accepted', async () => {
  const lea = await world.member();
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.apply(lea)));
  expect(answers.map(({ reason = 'taken' }) => reason).sort((a, b) => b.localeCompare(a))).toEqual([
    'taken',
    ...Array.from({ length: 7 }, () => 'identity_under_review'),
  ]);
  const { body } = await world.http.ask('GET', '/identities', { token: world.clerk, fields: { member_id: lea.id } });
  expect(body['total']).toBe(1);
});

test('of parallel decisions one counts: the others are refused, and the member is notified once', async () => {
  const lea = await world.member();
  const id = await world.applied(lea);
  const clerks = await Promise.all(Array.from({ length: 6 }, () => world.http.operator('clerk')));
  const answers = await Promise.all(
    clerks.map(({ token }, at) => world.decide(id, at % 2 === 0 ? 'approve' : 'reject', 'no', token)),
  );
  const outcomes = answers.map(({ status, body }) =>
    status === 200 ? 'decided' : `${status} ${String(body['reason'])}`,
  );
  expect(outcomes.sort((a, b) => b.localeCompare(a))).toEqual([
    'decided',
    ...Array.from({ length: 5 }, () => '409 already_decided'),
  ]);
  const won = answers.find(({ status }) => status === 200)?.body['status'];
  expect(await statusOf(lea)).toBe(won);
  expect(await world.notices(lea)).toHaveLength(1);
});

test('an invalid name, an invalid link and another’s upload are refused, and nothing is stored', async () => {
  const [lea, tom] = [await world.member(), await world.member()];
  const refused = async (fields: Record<string, unknown>) => {
    const { code, reason } = await world.apply(lea, fields);
    return [code, reason];
  };
  expect(await refused({ real_name: ' ' })).toEqual([0, 'bad_text']);
  expect(await refused({ real_name: 'x'.repeat(256) })).toEqual([0, 'bad_text']);
  expect(await refused({ front_card: '' })).toEqual([0, 'bad_image']);
  expect(await refused({ back_card: 'https://elsewhere.example/a.png' })).toEqual([0, 'bad_image']);
  expect(await refused({ front_card: tom.images.front_card })).toEqual([204, 'not_found']);
  expect(await refused({ back_card: `/api/uploads/${'0'.repeat(32)}` })).toEqual([204, 'not_found']);
  expect(await world.identity(lea)).toEqual({ rzstatus: 0, application: null });
  // A full address works like the link.
  expect(await refused({ front_card: `https://quay.example${lea.images.front_card}` })).toEqual([1, undefined]);
});

test('certification_switch off hides the screen and refuses no call', async () => {
  const lea = await world.member();
  world.switches.certification_switch = 0;
  expect(await world.apply(lea)).toMatchObject({ code: 1 });
});

test('a viewer reads the queue without the images, and clerks and above decide', async () => {
  const lea = await world.member();
  const id = await world.applied(lea);
  const viewer = (await world.http.operator('viewer')).token;
  expect(await read(id, viewer)).toMatchObject({
    id,
    real_name: 'Lea Hansen',
    front_card: null,
    back_card: null,
  });
  expect(await world.decide(id, 'approve', '', viewer)).toMatchObject({ status: 403, body: { reason: 'forbidden' } });
  expect(await world.http.ask('GET', `/identities/${id}`)).toMatchObject({ status: 401 });
  expect(await world.http.ask('GET', '/identities/999999999', { token: world.clerk })).toMatchObject({
    status: 404,
    body: { reason: 'not_found' },
  });
  expect(await world.decide(999_999_999, 'approve')).toMatchObject({ status: 404 });
});

test('an application shows warnings: the same image twice, an image of another member, and a former refusal', async () => {
  const [lea, tom] = [await world.member(), await world.member()];
  const checks = async (id: number) =>
    Object.fromEntries((await read(id)).checks.map(({ check, passed }) => [check, passed]));
  const plain = await world.applied(lea);
  expect(await checks(plain)).toEqual({
    not_frozen: true,
    images_differ: true,
    images_unseen: true,
    no_refusal_before: true,
  });
  await world.decide(plain, 'reject', 'too dark');
  const [front, twin] = [await world.send(lea.token, '#123456'), await world.send(lea.token, '#123456')];
  const again = await world.applied(lea, { front_card: front, back_card: twin });
  expect(await checks(again)).toMatchObject({ images_differ: false, images_unseen: true, no_refusal_before: false });
  expect((await read(again)).checks.find(({ check }) => check === 'no_refusal_before')).toMatchObject({
    remark: 'too dark',
  });
  const stolen = await world.applied(tom, { back_card: await world.send(tom.token, '#123456') });
  expect(await read(stolen)).toMatchObject({ seen_with: [{ member_id: Number(lea.id), username: lea.username }] });
  expect(await checks(stolen)).toMatchObject({ images_differ: true, images_unseen: false });
});

test.each<[string, string]>([
  ['a change of the application', `update identity_application set real_name = 'Somebody Else' where id = $1`],
  ['a second decision', `update identity_application set status = 3, remark = 'other' where id = $1`],
  [
    'an undone decision',
    `update identity_application set status = 1, decided_by = null, decided_at = null where id = $1`,
  ],
  [
    'an application of a certified member',
    `insert into identity_application (member_id, real_name, front_card, back_card, created_at) select member_id, real_name, front_card, back_card, created_at from identity_application where id = $1`,
  ],
])('the database refuses %s, for the tables’ owner too', async (_what, text) => {
  const lea = await world.member();
  const id = await world.applied(lea);
  await world.decide(id, 'approve');
  await expect(world.owner.run({ name: `test.${text.length}`, text }, [id])).rejects.toThrow(/is decided|cannot apply/);
});

test('the server’s database role certifies nobody except by an application', async () => {
  const lea = await world.member();
  await expect(
    world.db.run(sql('test.certify', 'update member set identity_status = 2 where id = $1'), [lea.id]),
  ).rejects.toThrow('follows from an application');
  expect(await statusOf(lea)).toBe(0);
});
