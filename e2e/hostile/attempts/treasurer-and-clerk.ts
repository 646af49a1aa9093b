import { isAtLeast, operatorCalls } from '@plimsoll/contract/operator';
import type { Attempt, Role } from '../attempt.ts';
import { PAY_PASSWORD } from '../member-user.ts';
import { byTwo, type OperatorUser } from '../operator-user.ts';
import type { Scene } from '../scene.ts';
import { compare, moneyOf, type Treasury } from '../treasury.ts';
import type { Reply } from '../wire.ts';
import { objectOf } from '../../support/json.ts';

/** What one operator may decide in a day, in 10⁻⁸ USDT. */
const THRESHOLD = 10_000n * 10n ** 8n;
const MONEY = /^money of |^sent, withdrawal /;
/** Three of these are below the threshold, four above it. */
const PART = '3000';
const PARTS = 6;

/** Every call of a higher role, without fields: the role is checked first. */
const above = (which: 'tess' | 'carl'): Attempt => ({
  name: 'asks every call of a higher role',
  async run(scene) {
    const operator: OperatorUser = scene[which];
    const calls = operatorCalls.filter(({ role }) => role !== null && !isAtLeast(operator.role, role));
    const replies = await Promise.all(
      calls.map(({ method, path }) =>
        operator.ask(method, path.replace('{id}', '1'), method === 'GET' ? undefined : {}),
      ),
    );
    for (const [at, { status }] of replies.entries())
      if (status !== 403)
        scene.wire.faults.push(`${calls[at]?.method} ${calls[at]?.path} was answered ${status} to a ${operator.role}`);
    return replies;
  },
});

const selfApproved = async (operator: OperatorUser, method: string, path: string, body: object): Promise<Reply[]> => [
  await operator.ask(method, path, body),
  await byTwo([operator, operator], method, path, body),
  await byTwo([operator, operator], method, path, body),
];

const correction: Attempt = {
  name: 'posts a correction of 50 million to a thief',
  run: ({ tess, thief, usdt }) =>
    selfApproved(tess, 'POST', '/corrections', {
      member_id: Number(thief.id),
      type: 1,
      c_id: Number(usdt),
      amount: '50000000',
      remark: 'mine',
    }),
};

const sentIn = (treasury: Treasury): bigint =>
  [...treasury].reduce(
    (sum, [thing, amount]) => (thing.startsWith('sent, withdrawal ') ? sum + BigInt(amount.replace('.', '')) : sum),
    0n,
  );

/** Withdrawals of two members, in parts below the threshold that together exceed it. */
const sendsInParts: Attempt = {
  name: 'sends withdrawals in parts that together are above the threshold',
  async run({ platform, tess, victim, thief, usdt }) {
    // Earlier withdrawals no longer count a day later.
    await platform.nextDay();
    const asked: string[] = [];
    for (const [member, num] of [
      [thief, '4000'],
      [thief, '4000'],
      [victim, '4500'],
    ] as const) {
      const { body } = await member.ask('withdraw', {
        c_id: usdt,
        num,
        type: '1',
        withdraw_type: '1',
        paypwd: PAY_PASSWORD,
        ...(await member.factor()),
      });
      asked.push(String(objectOf(body?.['data'])['id']));
    }
    const replies = await Promise.all(
      asked.map((id) => tess.ask('POST', `/withdrawals/${id}/approve`, { remark: '' })),
    );
    return [
      ...replies,
      ...(await Promise.all(
        asked.map((id) => tess.ask('POST', `/withdrawals/${id}/approve`, { remark: 'once more' })),
      )),
    ];
  },
  own: MONEY,
  judge: (before, after) =>
    sentIn(after) - sentIn(before) <= THRESHOLD
      ? []
      : [`${sentIn(after) - sentIn(before)} × 10⁻⁸ USDT were sent by one treasurer`],
};

const creditsAbove: Attempt = {
  name: 'credits 900 million on a claim of 1',
  run: async ({ carl, thief, usdt, network }) =>
    selfApproved(carl, 'POST', `/recharges/${await thief.claim(usdt, network, '1', 40)}/approve`, {
      amount: '900000000',
      remark: '',
    }),
};

/** At once for two members: the sums of both members and of the clerk count. */
const creditsInParts: Attempt = {
  name: 'credits claims in parts that together are above the threshold, all at once',
  async run({ carl, thief, friend, usdt, network }: Scene) {
    const claims: string[] = [];
    for (let part = 0; part < PARTS; part += 1)
      claims.push(await (part % 2 === 0 ? thief : friend).claim(usdt, network, PART, 50 + part));
    return Promise.all(
      [...claims, ...claims].map((id) => carl.ask('POST', `/recharges/${id}/approve`, { remark: '' })),
    );
  },
  own: MONEY,
  judge(before, after, { thief, friend }) {
    const credited = moneyOf(after, [thief.email, friend.email]) - moneyOf(before, [thief.email, friend.email]);
    const others = compare(before, after).filter(
      (line) => !/^money of (?:thief@|friend@|the platform, outside)/.test(line),
    );
    return credited <= THRESHOLD ? others : [...others, `${credited} × 10⁻⁸ USDT were credited by one clerk`];
  },
};

const script: Attempt = {
  name: 'writes a script into a notice that every member reads',
  async run({ carl, victim, wire }) {
    const posted = await carl.ask('POST', '/notices', {
      title: 'Storm',
      content: '<p>Safe</p><script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">x</a>',
    });
    const read = await victim.ask('getNoticeList', { page: '1', limit: '10' });
    if (/<script|onerror|javascript:/i.test(read.text)) wire.faults.push('a script in a notice reaches members');
    return [posted, read];
  },
};

export const treasurer: Role = { name: 'one treasurer', attempts: [correction, sendsInParts, above('tess')] };
export const clerk: Role = { name: 'one clerk', attempts: [creditsAbove, creditsInParts, script, above('carl')] };
