import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { IdentityForOperator } from '@plimsoll/contract/operator';
import { sql } from '../../platform/db.ts';
import { openIdentityWorld, type IdentityWorld } from '../../testing/identity-world.ts';

// Encrypted at rest, and every view logged (docs/IDENTITY.md).

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterEach(() => world.audit());
afterAll(() => world.close());

const named = (link: string): string => /[0-9a-f]{32}/.exec(link)?.[0] ?? '';
const review = async (token = world.clerk) => {
  const lea = await world.member();
  const id = await world.applied(lea);
  const application = (await world.http.ask('GET', `/identities/${id}`, { token }))
    .body as unknown as IdentityForOperator;
  return { lea, id, front: String(application.front_card), back: String(application.back_card) };
};
const views = async (ref: number) =>
  (await world.log()).filter((line) => line.action === 'view' && line.ref === String(ref));

test('stored bytes are no image, contain nothing of its pixels, and have no fixed beginning', async () => {
  const { token } = await world.http.newMember();
  const link = await world.send(token, '#2fa84f');
  const { bytes } = await world.open(link);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 48, height: 30 });
  const kept = await world.kept(link);
  await expect(sharp(kept).metadata()).rejects.toThrow('unsupported image format');
  // Neither the file nor a longer part of it, compressed or not.
  const pixels = await sharp(bytes).raw().toBuffer();
  for (let at = 0; at + 16 <= bytes.length; at += 1) expect(kept.includes(bytes.subarray(at, at + 16))).toBe(false);
  expect(kept.includes(pixels.subarray(0, 12))).toBe(false);
  const again = await world.kept(await world.send(token, '#2fa84f'));
  expect(again.subarray(1, 40).equals(kept.subarray(1, 40))).toBe(false);
});

test('stored bytes cannot be read with another secret or under another name', async () => {
  const { token } = await world.http.newMember();
  const [link, other] = [await world.send(token), await world.send(token)];
  const stranger = world.withSecret('another secret');
  const asked = {
    path: `/api/uploads/${named(link)}`,
    search: stranger.link(named(link)).split('?')[1] ?? '',
    address: '192.0.2.9',
  };
  expect(await stranger.bytesRoutes[0]?.open(asked)).toMatchObject({ ok: false, refusal: { reason: 'not_ready' } });
  await world.keep(named(link), await world.kept(other));
  expect((await world.open(link)).status).toBe(503);
});

test('images stored before encryption was introduced still open', async () => {
  const { id, token } = await world.http.newMember();
  const name = 'ab'.repeat(16);
  const plain = await sharp({ create: { width: 5, height: 4, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  await world.keep(name, plain);
  await world.db.run(
    sql(
      'test.plainUpload',
      `
    insert into upload (name, member_id, type, sealed, size, width, height, file_hash, pixels_hash, at) values ($1, $2, 'image/png', false, 1, 5, 4, sha256(''), sha256(''), now())`,
    ),
    [name, id],
  );
  expect((await world.open(world.uploads.link(name))).bytes.equals(plain)).toBe(true);
  expect(
    await world.apply({
      id,
      token,
      username: '',
      images: { front_card: world.uploads.link(name), back_card: await world.send(token) },
    }),
  ).toMatchObject({ code: 1 });
});

test('the first view of each image by each operator is logged, with operator, image and address', async () => {
  const { id, front, back } = await review();
  expect(await views(id)).toEqual([]);
  expect((await world.open(front)).status).toBe(200);
  expect(await views(id)).toMatchObject([
    {
      username: expect.stringMatching(/^clerk-/) as string,
      resource: 'identities',
      after: { image: 'front_card', upload: named(front) },
      address: '192.0.2.7',
    },
  ]);
  await world.open(front);
  await world.open(back);
  expect((await views(id)).map(({ after }) => (after as { image: string }).image)).toEqual(['front_card', 'back_card']);
  const other = await world.http.operator('treasurer');
  const theirs = (await world.http.ask('GET', `/identities/${id}`, { token: other.token })).body;
  await world.open(theirs['front_card']);
  expect((await views(id)).map(({ username }) => username).at(-1)).toBe(other.username);
  // A later link is another view.
  world.clock.advance(10_000);
  const later = (await world.http.ask('GET', `/identities/${id}`, { token: other.token })).body;
  await world.open(later['front_card']);
  expect(await views(id)).toHaveLength(4);
});

test('a link opened many times at once is one line of the log', async () => {
  const { id, front } = await review();
  const opened = await Promise.all(Array.from({ length: 10 }, () => world.open(front)));
  expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await views(id)).toHaveLength(1);
});

test('no image is sent that is not in the log', async () => {
  const { id, front } = await review();
  await world.owner.run(sql('test.closeLog', 'revoke execute on function operator_audit_append from plimsoll_app'));
  const refused = await world.open(front);
  await world.owner.run(sql('test.openLog', 'grant execute on function operator_audit_append to plimsoll_app'));
  expect(refused.status).toBe(500);
  expect(refused.bytes.toString()).toContain('internal_error');
  expect(await views(id)).toEqual([]);
  expect((await world.open(front)).status).toBe(200);
  expect(await views(id)).toHaveLength(1);
});

test('an operator cannot remove or change the name or the context in a link', async () => {
  const { id, front } = await review();
  const other = (await world.http.operator('clerk')).id;
  const forged = [
    front.replace(/&operator=\d+&of=[^&]+/, ''),
    front.replace(/&operator=\d+/, ''),
    front.replace(/&of=[^&]+/, ''),
    front.replace(/operator=\d+/, `operator=${other}`),
    front.replace(/of=identities\.\d+/, 'of=loans.1'),
    `${front}&operator=${other}`,
    `${front}&of=loans.1.front_card`,
  ];
  for (const link of forged) {
    expect(link).not.toBe(front);
    expect((await world.open(link)).status).toBe(404);
  }
  expect(await views(id)).toEqual([]);
});

test('a disabled operator opens no image, and a member’s own link is not logged', async () => {
  const clerk = await world.http.operator('clerk');
  const { id, lea, front } = await review(clerk.token);
  await world.db.run(
    sql(
      'test.disable',
      `
    with out as (update operator o set enabled = false where id = $1 returning id, operator_rights(o) as rights)
    select operator_audit_append(now(), null, 'server', 'server', 'change', 'operators', id::text, null, rights, '', '') from out`,
    ),
    [clerk.id],
  );
  expect((await world.open(front)).status).toBe(404);
  expect((await world.open(lea.images.front_card)).status).toBe(200);
  expect(await views(id)).toEqual([]);
});
