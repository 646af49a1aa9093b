import fc from 'fast-check';
import { amount, format, minus, plus, share, unitOf, rate, ZERO, type Amount } from '@plimsoll/money';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, openTransferWorld, type SendingMember, type TransferWorld } from '../../testing/transfer-world.ts';

/** Random histories tried; `TRANSFER_HISTORIES` for more. */
const HISTORIES = Number(process.env['TRANSFER_HISTORIES'] ?? 20);

let world: TransferWorld;
beforeAll(async () => {
  world = await openTransferWorld();
  world.anotherProcess();
});
afterAll(() => world.close());

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      from: fc.nat(2),
      to: fc.nat(2),
      units: fc.bigInt({ min: 1n, max: 60_00000000n }),
      again: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(8), by: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('arrive' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(1, days(1) - 1, days(1), days(2), -days(1)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('terms' as const),
      rate: fc.constantFrom('0', '0.00000001', '0.0333', '0.99'),
      days: fc.constantFrom(0, 1, 3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('freeze' as const), who: fc.nat(2), frozen: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Possible refusals of a frozen member, who should not even be logged in. */
const OF_FROZEN = ['frozen_member', 'login_required'];
const NOT_SENT: readonly (string | undefined)[] = ['same_member', 'not_found', ...OF_FROZEN, 'insufficient_balance'];

/** Expected terms, by the transfer's id. */
interface Agreed {
  readonly from: SendingMember;
  readonly to: SendingMember;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly arrivesAtMs: number;
}
interface Paper {
  readonly members: readonly SendingMember[];
  readonly agreed: Map<number, Agreed>;
  terms: { rate: string; days: number };
  key: number;
  /** Answers that nobody should have got. */ readonly odd: unknown[];
}

async function take(paper: Paper, each: Step): Promise<void> {
  const { members, agreed } = paper;
  const who = (place: number) => members[place] as SendingMember;
  switch (each.kind) {
    case 'send': {
      const { terms } = paper;
      const placedAtMs = world.world.clock.nowMs();
      const [key, gross] = [`step-${(paper.key += 1)}`, each.units as Amount];
      const send = () => world.send(who(each.from), who(each.to), { amount: format(gross) }, key);
      const first = await send();
      const again = each.again ? await send() : first;
      if (JSON.stringify(again.data) !== JSON.stringify(first.data)) paper.odd.push([first, again]);
      if (first.code !== 1) {
        if (!NOT_SENT.includes(first.reason)) paper.odd.push([each, first]);
        return;
      }
      const fee = share(gross, rate(terms.rate), 'down', unitOf(8));
      agreed.set((first.data as { id: number }).id, {
        from: who(each.from),
        to: who(each.to),
        amount: gross,
        fee,
        arrivesAtMs: placedAtMs + days(terms.days),
      });
      return;
    }
    case 'cancel': {
      const id = [...agreed.keys()][each.which % Math.max(1, agreed.size)];
      if (id === undefined) return;
      const { code, reason } = await world.cancel(who(each.by), id);
      if (
        code !== 1 &&
        ![agreed.get(id)?.from === who(each.by) ? 'transfer_ended' : 'not_found', ...OF_FROZEN].includes(reason ?? '')
      )
        paper.odd.push([each, reason]);
      return;
    }
    case 'arrive':
      await world.arrive();
      return;
    case 'pass':
      return world.world.clock.set(world.world.clock.nowMs() + each.ms);
    case 'terms':
      await world.terms('USDT', each.rate, each.days);
      paper.terms = each;
      return;
    case 'freeze':
      return world.freeze(who(each.who).id, each.frozen);
  }
}

/** What a member sent, whether they may log in now or not. */
async function listOf(member: SendingMember) {
  await world.freeze(member.id, false);
  return world.list({ ...member, token: await world.http.sessions.open(member.id) }, { limit: '50' });
}

/** Balances recomputed from terms and outcomes. */
async function recomputed({ members, agreed }: Paper): Promise<Record<string, string>[]> {
  const sum = new Map(members.map(({ id }) => [id, { available: amount('100'), frozen: ZERO }]));
  const listed = (await Promise.all(members.map(listOf))).flat();
  expect(listed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([...agreed.keys()].toSorted((a, b) => a - b));
  for (const { id, status, amount: gross, sxf, arrival_amount, arrival_time, to_username } of listed) {
    const { from, to, ...own } = agreed.get(id) as Agreed;
    expect([gross, sxf, arrival_amount, Date.parse(arrival_time), to_username]).toEqual([
      format(own.amount),
      format(own.fee),
      format(minus(own.amount, own.fee)),
      own.arrivesAtMs,
      to.username,
    ]);
    const [giver, taker] = [sum.get(from.id), sum.get(to.id)];
    if (!giver || !taker) throw new Error('a stranger');
    if (status !== 3) giver.available = minus(giver.available, own.amount);
    if (status === 1) giver.frozen = plus(giver.frozen, own.amount);
    if (status === 2) taker.available = plus(taker.available, minus(own.amount, own.fee));
  }
  return members.map(({ id }) => {
    const { available, frozen } = sum.get(id) ?? { available: ZERO, frozen: ZERO };
    return {
      ...(available === ZERO ? {} : { USDT: format(available) }),
      ...(frozen === ZERO ? {} : { 'USDT frozen': format(frozen) }),
    };
  });
}

test('after any sending, cancelling, arriving, freezing, change of terms and step of the clock, one by one or at once, balances follow from the transfers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), fc.boolean(), async (steps, isAtOnce) => {
      await world.terms('USDT', '0.01', 1);
      const members = [
        await world.member({ USDT: '100' }),
        await world.member({ USDT: '100' }),
        await world.member({ USDT: '100' }),
      ];
      for (const each of members) await world.find(each, ...members.filter((other) => other !== each));
      const paper: Paper = { members, agreed: new Map(), terms: { rate: '0.01', days: 1 }, key: 0, odd: [] };
      // Steps that depend on clock or terms run one by one; others may run at once.
      const isOrdered = (each: Step) => !isAtOnce || each.kind === 'pass' || each.kind === 'terms';
      for (let at = 0; at < steps.length;) {
        let end = at + 1;
        while (end < steps.length && !isOrdered(steps[at] as Step) && !isOrdered(steps[end] as Step)) end += 1;
        await Promise.all(steps.slice(at, end).map((each) => take(paper, each)));
        at = end;
      }
      expect(paper.odd).toEqual([]);
      expect(await Promise.all(members.map(({ id }) => world.world.balances(id)))).toEqual(await recomputed(paper));
      world.world.clock.set(
        Math.max(world.world.clock.nowMs(), ...[...paper.agreed.values()].map(({ arrivesAtMs }) => arrivesAtMs)),
      );
      await world.arrive();
      expect((await Promise.all(members.map(listOf))).flat().filter(({ status }) => status === 1)).toEqual([]);
      expect(await Promise.all(members.map(({ id }) => world.world.balances(id)))).toEqual(await recomputed(paper));
      await world.audit();
    }),
    { numRuns: HISTORIES },
  );
}, 300_000);

test('of a simultaneous cancellation and arrival exactly one wins, on whichever servers', async () => {
  await world.terms('USDT', '0', 1);
  const [lea, tom] = [await world.member({ USDT: '100' }), await world.member()];
  for (let round = 0; round < 5; round += 1) {
    const id = await world.sent(lea, tom);
    const dueMs = world.world.clock.nowMs() + days(1);
    world.world.clock.set(dueMs - 1);
    // The arrival falls between them.
    const cancels = [world.cancel(lea, id), world.cancel(lea, id)];
    for (let turn = 0; turn < round * 3; turn += 1) await turnOfTheLoop();
    world.world.clock.set(dueMs);
    await world.arrive();
    const cancelled = (await Promise.all(cancels)).filter(({ code }) => code === 1).length;
    await world.arrive();
    const ended = (await world.list(lea)).find((each) => each.id === id);
    expect([ended?.status, cancelled]).toEqual(cancelled === 1 ? [3, 1] : [2, 0]);
  }
  await world.audit();
});
