import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDb, sql } from '../../platform/db.ts';
import { createSeal } from '../../platform/seal.ts';
import { startChildServer } from '../../testing/child-server.ts';
import { testDatabase } from '../../testing/database.ts';
import { seedOf, uniform } from '../../testing/dice.ts';
import { openReceiver, verified } from '../../testing/webhook-world.ts';
import { newSecret, secretText } from './sign.ts';

// The whole server is killed again and again while orders end and members register; what was committed arrives.

/** `WEBHOOK_KILLS=50` runs the full count. */
const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 4);
const SECRET = 'of this test alone';
/** Members whose orders end. */
const MEMBERS = 8;
const EVENT_EVERY_MS = 50;
/** Where the server starts slowly much waits at the end, of eight members, some of it behind failures. */
const PATIENCE_MS = 600_000;

const endpoint = sql<{ id: string }>(
  'test.endpoint',
  `insert into webhook_endpoint (name, url, events, enabled, created_at)
   values ('Receiver', $1, array['order.settled', 'member.registered'], true, now()) returning id`,
);
const keep = sql<never>(
  'test.keepSecret',
  'insert into webhook_secret (name, endpoint_id, n, sealed, created_at) values ($1, $2, 1, $3, now())',
);
const makeMember = sql<{ id: string }>(
  'test.member',
  `insert into member (username, password_hash, invite_code, created_at)
   values ('killed' || $1 || '@example.com', 'none', lpad($1::text, 8, 'K'), now()) returning id`,
);
const order = sql<never>(
  'test.order',
  `insert into spot_order (member_id, market_id, side, status, limit_price, quantity, held, filled, paid, fee, fee_rate, placed_at)
   values ($1, (select id from market order by id limit 1), 1, 2, 100, 2, 0, 2, 200, 0.002, 0.001, now())`,
);
const written = sql<{ id: string; member_id: string; status: number; attempts: number }>(
  'test.written',
  'select id, member_id, status, attempts from webhook_message order by id',
);
const untold = sql<{ id: string }>(
  'test.untold',
  `select m.id from member m where m.username like 'asked%' and not exists (
     select from webhook_message w where w.type = 'member.registered' and w.member_id = m.id)`,
);
const waiting = sql<{ n: number }>('test.waiting', 'select count(*)::int as n from webhook_message where status = 1');

test(
  `of ${KILLS} kills while events arrive none loses a message, and each member’s arrive in order`,
  { timeout: 1_800_000 },
  async () => {
    const database = await testDatabase();
    const owner = openDb(database.url, { role: null, connections: 2 });
    const receiver = await openReceiver();
    const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-kills-'));
    const secret = newSecret();
    // Some answers fail, and are asked for again.
    let answers = 0;
    receiver.answer = (response) => response.writeHead(++answers % 97 === 0 ? 503 : 204).end();
    const env = {
      ...database.env,
      SECRET,
      FEED_SEED: 'kills',
      FEED_RATE: '1',
      AUDIT_MINUTES: '0',
      WEBHOOK_ALLOW: '127.0.0.1',
    };
    const start = () => startChildServer({ dataDir, env });
    let server = await start();
    const [made] = await owner.run(endpoint, [`${receiver.url}/hooks`]);
    const name = 'a'.repeat(32);
    await owner.run(keep, [name, made?.id, createSeal(SECRET, 'secrets of webhooks').seal(name, secret)]);
    const members: string[] = [];
    for (let nth = 0; nth < MEMBERS; nth += 1) members.push((await owner.run(makeMember, [nth]))[0]?.id ?? '');

    const life = { isOver: false };
    let asked = 0;
    /** Orders end while the server is down too, as another process would end them. */
    const ordersEnd = async (): Promise<void> => {
      for (let nth = 0; !life.isOver; nth += 1) {
        await owner.run(order, [members[nth % MEMBERS]]);
        await new Promise((next) => setTimeout(next, EVENT_EVERY_MS));
      }
    };
    /** Whether the server still answered is not known, but what it committed is. */
    const membersRegister = async (): Promise<void> => {
      while (!life.isOver) {
        const form = {
          type: '2',
          email: `asked${++asked}@example.com`,
          password: 'Ahoy2026x',
          repassword: 'Ahoy2026x',
        };
        const body = JSON.stringify(form);
        const headers = { 'content-type': 'application/json' };
        await fetch(`${server.url}/api/register`, { method: 'POST', headers, body }).catch(() => undefined);
        await new Promise((next) => setTimeout(next, EVENT_EVERY_MS));
      }
    };
    const events = Promise.all([ordersEnd(), membersRegister()]);
    try {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = receiver.got.length;
        await receiver.until(before + 1 + Math.floor(10 * uniform(seedOf('kills'), 0, kill)));
        await server.kill();
        server = await start();
      }
      life.isOver = true;
      await events;
      await expect.poll(() => owner.run(waiting), { timeout: PATIENCE_MS }).toEqual([{ n: 0 }]);
    } finally {
      life.isOver = true;
      await events;
      await server.kill();
    }
    const all = await owner.run(written);
    expect(await owner.run(untold)).toEqual([]);
    expect(all.filter(({ status }) => status !== 2)).toEqual([]);
    const arrived = receiver.got.map((got) => {
      const { type } = verified(secretText(secret), got, Number(got.headers['webhook-timestamp']) * 1000);
      expect(['order.settled', 'member.registered']).toContain(type);
      return String(got.headers['webhook-id']);
    });
    const firstAt = new Map<string, number>();
    for (const [at, id] of arrived.entries()) if (!firstAt.has(id)) firstAt.set(id, at);
    expect(all.filter(({ id }) => !firstAt.has(`msg_${id}`))).toEqual([]);
    expect(firstAt.size).toBe(all.length);
    for (const member of members) {
      const places = all
        .filter(({ member_id }) => member_id === member)
        .map(({ id }) => firstAt.get(`msg_${id}`) ?? -1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
    console.log(`${all.length} messages, ${arrived.length - firstAt.size} sent again, ${asked} registrations`);
    await owner.close();
    await receiver.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  },
);
