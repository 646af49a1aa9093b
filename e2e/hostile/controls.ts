import { PAY_PASSWORD } from './member-user.ts';
import { byTwo, type OperatorUser } from './operator-user.ts';
import { operatorId, type Scene } from './scene.ts';
import { compare, count } from './treasury.ts';

/** Something that two may do together, or a member alone: it must succeed, and change the treasury. */
interface Control {
  readonly name: string;
  readonly changes: RegExp;
  run(scene: Scene): Promise<{ readonly status: number; readonly text: string }>;
}

const post =
  (amount: string) =>
  async ({ anna, bert, usdt }: Scene) =>
    byTwo([anna, bert], 'POST', '/house-postings', {
      account: 'rewards',
      c_id: Number(usdt),
      amount,
      remark: 'for corrections',
    });
const owners = ({ anna, bert }: Scene): readonly [OperatorUser, OperatorUser] => [anna, bert];

const CONTROLS: readonly Control[] = [
  {
    name: 'a posting to the platform’s rewards, by two owners',
    changes: /^money of the platform, rewards/,
    run: post('1000'),
  },
  {
    name: 'a correction, by a treasurer and an owner',
    changes: /^money of friend@/,
    run: ({ tess, anna, friend, usdt }) =>
      byTwo([tess, anna], 'POST', '/corrections', {
        member_id: Number(friend.id),
        type: 1,
        c_id: Number(usdt),
        amount: '5',
        remark: 'a fee given back',
      }),
  },
  {
    name: 'a threshold, by two owners',
    changes: /^setting four_eyes_threshold/,
    run: (scene) => byTwo(owners(scene), 'PATCH', '/settings', { four_eyes_threshold: '9000' }),
  },
  {
    name: 'the threshold as it was',
    changes: /^setting four_eyes_threshold/,
    run: (scene) => byTwo(owners(scene), 'PATCH', '/settings', { four_eyes_threshold: '10000' }),
  },
  {
    name: 'another operator’s address, by two owners',
    changes: /^operator tess@/,
    run: async (scene) =>
      byTwo(owners(scene), 'PATCH', `/operators/${await operatorId(scene, scene.tess)}`, {
        email: 'tess@elsewhere.example',
      }),
  },
  {
    name: 'a deposit below the threshold, by a clerk',
    changes: /^money of friend@/,
    run: async ({ carl, friend, usdt, network }) =>
      carl.ask('POST', `/recharges/${await friend.claim(usdt, network, '7', 20)}/approve`, { remark: '' }),
  },
  {
    name: 'a withdrawal with password and factor, sent by a treasurer',
    changes: /^sent, withdrawal/,
    async run({ tess, victim, usdt }) {
      const { id } = await victim.obtain('withdraw', {
        c_id: usdt,
        num: '100',
        type: '1',
        withdraw_type: '1',
        paypwd: PAY_PASSWORD,
        ...(await victim.factor()),
      });
      return tess.ask('POST', `/withdrawals/${String(id)}/approve`, { remark: '' });
    },
  },
  {
    name: 'money sent to another member with password and factor',
    changes: /^money of friend@/,
    run: async ({ victim, friend, usdt }) =>
      victim.ask('balanceTransfer', {
        to_uid: friend.id,
        c_id: usdt,
        amount: '1',
        paypassword: PAY_PASSWORD,
        ...(await victim.factor()),
      }),
  },
  {
    name: 'a page script, by two owners',
    changes: /^page script/,
    run: (scene) => byTwo(owners(scene), 'POST', '/scripts', { content: 'document.title' }),
  },
  {
    name: 'an account that its member froze',
    changes: /^state of friend@/,
    run: ({ friend }) => friend.ask('freezeMe'),
  },
  {
    name: 'the same thawed, by a treasurer and an owner',
    changes: /^state of friend@/,
    run: ({ tess, anna, friend }) =>
      byTwo([tess, anna], 'POST', `/members/${friend.id}/unfreeze`, { remark: 'seen on video' }),
  },
];

/** Runs each control. @returns those that failed, or changed nothing in the treasury. */
export async function runControls(scene: Scene): Promise<string[]> {
  const failed: string[] = [];
  for (const control of CONTROLS) {
    const { name, changes } = control;
    const before = await count(scene.platform.db);
    const { status, text } = await control.run(scene);
    const seen = compare(before, await count(scene.platform.db)).filter((line) => changes.test(line));
    if (status !== 200 && status !== 201) failed.push(`${name}: ${status} ${text.slice(0, 200)}`);
    else if (seen.length === 0) failed.push(`${name}: went through, and nothing is another`);
    else scene.controls.push(name);
  }
  await scene.friend.login();
  return failed;
}
