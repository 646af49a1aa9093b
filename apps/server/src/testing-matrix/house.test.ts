import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { memberCalls } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { htxRoutes } from '../market/htx-api/routes.ts';
import { ManualClock } from '../platform/clock.ts';
import { Links } from '../platform/uploads/index.ts';
import { testDatabase } from '../testing/index.ts';
import { badImages, polyglots } from './bad-images.ts';
import { goodFields } from './bad-requests.ts';
import { openHouse, type House } from './house.ts';
import { furnish, MARKS, newMember, PASSWORD, photo, type Belongings } from './lea.ts';
import { ownedFields, unsorted } from './owned-fields.ts';
import { wireRequests, type WireRequest } from './wire-requests.ts';

let house: House;
let lea: Belongings;
/** The attacker, with money of her own. */
let zoe: string;
let owner: string;
let before: Readonly<Record<string, string>>;
/** Everything that must be in no line of the log. */
const secrets: string[] = [PASSWORD, ...MARKS.slice(0, 2)];

beforeAll(async () => {
  house = await openHouse(await testDatabase());
  owner = String(
    (await house.operate('POST', '/session', undefined, { username: 'owner', password: house.operatorPassword }))[
      'token'
    ],
  );
  zoe = await newMember(house, 'zoe@quay.example');
  const token = await newMember(house, 'lea@quay.example');
  const { id } = await house.obtain('getusr', {}, zoe);
  lea = await furnish(house, token, { toMember: String(id), operator: owner });
  secrets.push(
    house.secret,
    house.operatorPassword,
    owner,
    zoe,
    token,
    new URLSearchParams(lea.image.split('?')[1]).get('signature') ?? '',
  );
  before = await house.rows();
}, 240_000);
afterAll(async () => {
  console.info(`the whole house over sockets: ${house.sent()} requests`);
  await house.close();
});

const shows = (body: string): string[] => MARKS.filter((mark) => body.includes(mark));

test('every field that names a thing is listed as owned or shared', () => {
  expect(unsorted(ownedFields(''))).toEqual([]);
});

test('another member’s thing does not exist for any call that takes one', async () => {
  const mine = ((await house.upload(zoe, await photo(200))).data as { url: string }).url;
  const quiet = await house.rows();
  for (const { call, field, of, unknown, beside = {} } of ownedFields(mine)) {
    const hers = await house.call(call, { ...beside, [field]: of(lea) }, zoe);
    const nobodys = await house.call(call, { ...beside, [field]: unknown }, zoe);
    expect([call, field, hers.text]).toEqual([call, field, nobodys.text]);
    expect([
      call,
      field,
      hers.code === 1 && hers.data !== null
        ? hers.text.includes('"list":[]') || shows(hers.text).length === 0
        : shows(hers.text),
    ]).toEqual([call, field, hers.code === 1 ? true : []]);
  }
  expect(await house.rows()).toEqual(quiet);
  before = quiet;
}, 60_000);

test('no list of another member shows Lea’s things', async () => {
  for (const call of memberCalls.filter(({ name, idempotent }) => /^(?:trade)?get|search/i.test(name) && !idempotent)) {
    const { text } = await house.call(call.name, goodFields(call), zoe);
    expect([call.name, shows(text)]).toEqual([call.name, []]);
  }
}, 60_000);

test('a forged, ended, expired, operator’s or frozen member’s token is refused', async () => {
  const enter = async () =>
    (await house.obtain('login', { username: 'zoe@quay.example', password: PASSWORD })).userinfo.token;
  const ended = await enter();
  await house.obtain('logout', {}, ended);
  const old = randomBytes(32).toString('base64url');
  const { id } = await house.obtain('getusr', {}, zoe);
  await house.db.run(
    {
      name: 'matrix.oldSession',
      text: `
    insert into session (token_hash, member_id, created_at, last_used_at, browser, system, address) values ($1, $2, now() - interval '31 days', now() - interval '31 days', '', '', '')`,
    },
    [createHash('sha256').update(old).digest('hex'), id],
  );
  const icy = await newMember(house, 'frozen@quay.example');
  const { id: frozen } = await house.obtain('getusr', {}, icy);
  await house.operate('POST', `/members/${frozen}/freeze`, owner, { remark: 'seen in two ports at once' });
  const altered = zoe.slice(0, -1) + (zoe.endsWith('A') ? 'B' : 'A');
  const hashed = createHash('sha256').update(zoe).digest('hex');
  secrets.push(ended, old, icy);
  before = await house.rows();
  for (const call of memberCalls.filter(({ member, file }) => member && !file)) {
    for (const [what, token] of Object.entries({ ended, old, icy, altered, hashed, owner, nothing: '' })) {
      const answer = await house.call(call.name, goodFields(call), token);
      expect([call.name, what, answer.status, answer.reason]).toEqual([call.name, what, 200, 'login_required']);
    }
  }
  for (const [what, token] of Object.entries({
    zoe,
    icy,
    altered: owner.slice(0, -1),
    hashed: createHash('sha256').update(owner).digest('hex'),
  })) {
    const { status } = await house.send({
      url: '/operator/api/members',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([what, status]).toEqual([what, 401]);
  }
}, 120_000);

test('a forged, altered, expired or foreign link is answered like one to nothing', async () => {
  const [path = '', query = ''] = lea.image.split('?');
  const name = path.slice(path.lastIndexOf('/') + 1);
  const past = new Links(house.secret, new ManualClock(Date.now() - 2 * 3_600_000));
  const elsewhere = new Links('the secret of another house', new ManualClock(Date.now()));
  const viewer = { operatorId: '1', resource: 'identities', ref: '1', image: 'front_card' };
  const tampered = [
    past.to(name),
    elsewhere.to(name),
    past.to(name, viewer),
    `${path}?${query}&operator=1`,
    `${path}?${query}&operator=1&of=identities.1.front_card`,
    `${path}?${query}&signature=x`,
    `${path}?${query}&expires=9999999999`,
    `${path}?${query.replace(/expires=\d+/, 'expires=9999999999')}`,
    `${path}?${query.replace(/signature=.{4}/, 'signature=AAAA')}`,
    `${path}?${query.toUpperCase()}`,
    path,
    `${path}?`,
    `${path}/?${query}`,
    `${path}%00?${query}`,
    `/uploads/public/${name}`,
    `/uploads/public/${name}?${query}`,
    `/api/uploads/${'0'.repeat(32)}?${query}`,
    `/api/uploads/../uploads/${name}?${query}`,
  ];
  const nothing = await house.send({ url: `/api/uploads/${'0'.repeat(32)}` });
  for (const url of tampered) {
    const { status, body } = await house.send({ url });
    expect([url, status, body]).toEqual([url, 404, nothing.body]);
  }
  expect((await house.send({ url: lea.image })).type).toBe('image/jpeg');
});

test('other files and decompression bombs are refused; of a polyglot photo only the photo is kept', async () => {
  const picture = await photo(77);
  for (const { what, bytes } of badImages(picture)) {
    const answer = await house.upload(zoe, bytes);
    expect([what, answer.code, answer.reason]).toEqual([what, 0, 'bad_image']);
  }
  const sent = polyglots(picture);
  for (const { what, bytes } of sent) {
    const { url } = (await house.upload(zoe, bytes)).data as { url: string };
    const opened = await house.send({ url });
    expect([what, opened.type, opened.bytes.includes('script')]).toEqual([what, 'image/jpeg', false]);
  }
  const { upload: now, ...rest } = await house.rows();
  const { upload: then, ...asBefore } = before;
  expect(rest).toEqual(asBefore);
  expect(Number(now?.split(' ')[0]) - Number(then?.split(' ')[0])).toBe(sent.length);
  before = { ...rest, ...(now === undefined ? {} : { upload: now }) };
}, 60_000);

/** Every HTX path of the server, from its routes. */
const htxPaths = htxRoutes({} as never).map(({ path }) => path);
const HTX_VALUES = [
  '',
  '-1',
  '+1',
  '1e3',
  '0x10',
  '0',
  '2001',
  '99999999999999999999',
  '１',
  '٣',
  'NaN',
  'null',
  '%00',
  "btcusdt'--",
  '../btcusdt',
  'BTCUSDT',
  'btc%0d%0ausdt',
  '%ff',
  '%F0%9F%98%80',
  '<script>',
  '${7*7}',
  '__proto__',
  'constructor',
  'x'.repeat(3_000),
  '1.5',
  'true',
  '[]',
];
test('the HTX interface answers bad values in HTX’s form and never as HTML', async () => {
  expect(htxPaths.length).toBeGreaterThan(10);
  for (const path of htxPaths) {
    for (const field of ['symbol', 'period', 'size', 'type', 'depth', 'currency', 'from', 'to']) {
      for (const value of HTX_VALUES) {
        const good = field === 'symbol' ? '' : 'symbol=btcusdt&period=1min&';
        const { status, type } = await house.send({
          url: `${path.replace('*', 'x')}?${good}${field}=${value.replaceAll(/[^!-~]/g, encodeURIComponent)}`,
        });
        expect([
          path,
          field,
          value,
          [200, 304, 400, 404].includes(status),
          type.startsWith('application/json'),
        ]).toEqual([path, field, value, true, true]);
      }
    }
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await house.send({ method, url: path })).status).toBe(405);
  }
}, 120_000);

/** Writes raw bytes to a connection; returns the statuses received, 0 when it was closed without one. */
const speak = (bytes: WireRequest['bytes']): Promise<{ readonly statuses: number[]; readonly text: string }> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(house.url);
    // Ends the sending side: an unfinished request stays unfinished.
    const wire = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      wire.end(bytes);
    });
    let text = '';
    const statuses = () => [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
    const done = () => resolve({ statuses: statuses().length === 0 ? [0] : statuses(), text });
    wire.on('data', (part) => {
      text += part.toString('latin1');
    });
    wire.on('close', done);
    wire.on('error', () => wire.destroy());
  });

test('raw bytes on a socket are refused or ignored, a smuggled request is not read, and the next request is served', async () => {
  for (const { what, bytes, ends } of wireRequests()) {
    const { statuses, text } = await speak(bytes);
    house.count(1);
    expect([what, statuses.length, statuses.every((status) => ends.includes(status)), text.includes('root:')]).toEqual([
      what,
      1,
      true,
      false,
    ]);
    expect([what, shows(text)]).toEqual([what, []]);
  }
  expect((await house.send({ url: '/healthz' })).status).toBe(200);
}, 120_000);

test('three hundred unfinished requests delay nobody', async () => {
  const { hostname, port } = new URL(house.url);
  const halves = Array.from({ length: 300 }, (_each, at) =>
    connect(Number(port), hostname)
      .on('error', () => {})
      .setNoDelay()
      .on('connect', function half(this: ReturnType<typeof connect>) {
        this.write(
          at % 2 === 0
            ? 'POST /api/login HTTP/1.1\r\nHost: quay.example\r\nX-Slow: '
            : 'POST /api/login HTTP/1.1\r\nHost: quay.example\r\nContent-Type: application/json\r\nContent-Length: 50000\r\n\r\n{"username":"',
        );
      }),
  );
  await Promise.all(
    halves.map(
      (half) =>
        new Promise((resolve) => {
          half.once('connect', resolve);
        }),
    ),
  );
  expect(await house.call('getusr', {}, zoe)).toMatchObject({ code: 1 });
  for (const half of halves) half.destroy();
  house.count(halves.length);
});

const UNREADABLE = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '{',
  '"sub"',
  '0',
  'true',
  '\u0000',
  '{"sub":null}',
  '{"sub":{}}',
  '{"sub":[]}',
  '{"sub":1}',
  '{"sub":"' + 'x'.repeat(3_000) + '"}',
  '{"sub":"btcusdt_"}',
  '{"sub":"_1"}',
  '{"sub":"btcusdt_7"}',
  '{"sub":"__proto___1"}',
  '{"__proto__":{"sub":"btcusdt_1"}}',
  '{"sub":"btcusdt_1","sub":"x"}',
  '{"unsub":"nothing"}',
  '{"sub":"\\ud800"}',
  '{"sub":"btc\\u0000usdt_1"}',
  '{"sub":"../etc_1"}',
  '{"sub":"btcusdt_1e0"}',
  '{"req":"market.btcusdt.kline.1min","from":-1,"to":"x"}',
  '{"req":"market.btcusdt.kline.1min","from":1e308}',
  '{"sub":"market.*.kline.*"}',
  '{"sub":"market.btcusdt.kline.1min","id":{"a":1}}',
  '{"ping":"x"}',
  '{"pong":{}}',
  '['.repeat(4_000),
  '{"a":'.repeat(800),
  '<policy-file-request/>',
];
test.each(['/stream', '/huobiapi/ws', '/huobiapi/feed'])(
  'bad messages on %s close the socket at most, and no internals are shown',
  async (path) => {
    const open = () =>
      new Promise<WebSocket>((resolve, reject) => {
        const socket = new WebSocket(`${house.url.replace('http', 'ws')}${path}`, {
          headers: { origin: 'https://evil.example' },
        });
        socket.once('open', () => resolve(socket));
        socket.once('error', reject);
      });
    const socket = await open();
    for (const message of UNREADABLE) {
      house.count(1);
      expect(socket.readyState).toBe(WebSocket.OPEN);
      socket.send(message);
    }
    // The protocol's own ping is answered after all earlier messages.
    await new Promise((resolve) => {
      socket.once('pong', resolve);
      socket.ping();
    });
    socket.send(Buffer.from([0xff, 0xfe, 0x00]));
    await new Promise((resolve) => {
      socket.once('pong', resolve);
      socket.ping();
    });
    socket.terminate();
  },
);

test('after all attacks nothing is changed and no secret is in the log', async () => {
  expect(await house.rows()).toEqual(before);
  expect(await house.obtain('getusr', {}, lea.token)).toMatchObject({ username: 'lea@quay.example' });
  const logged = house.logged();
  expect(secrets.filter((secret) => secret !== '' && logged.includes(secret))).toEqual([]);
});
