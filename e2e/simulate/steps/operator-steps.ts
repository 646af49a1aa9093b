import { Disagreement } from '../disagreement.ts';
import { read, write } from '../model/exact.ts';
import { done, refused, type Outcome } from '../model/outcome.ts';
import type { Scene } from '../scene.ts';
import { anyCoin, anyPlayer, type Step } from './step.ts';
import { listOf } from '../../support/json.ts';

const TREASURERS = ['owner', 'second', 'treasurer'] as const;
const OWNERS = ['owner', 'second'] as const;

async function decide(
  scene: Scene,
  by: string,
  method: 'POST' | 'PATCH',
  path: string,
  fields: Readonly<Record<string, unknown>>,
  expect: () => Outcome,
): Promise<Readonly<Record<string, unknown>>> {
  scene.note(`${by} ${method} ${path} ${JSON.stringify(fields)}`);
  const { status, body } = await (method === 'PATCH'
    ? scene.agree(by, method, path, fields)
    : scene.operate(by, method, path, fields));
  const outcome = expect();
  const isFirst = 'done' in outcome && outcome.done['httpStatus'] === 202;
  const isDone = status >= 200 && status < 300;
  scene.compare(`${method} ${path.replace(/\d+/g, '{id}')}`, 'refused' in outcome ? outcome : done({}, outcome.named), {
    status,
    code: isDone ? 1 : 0,
    ...(isDone ? {} : { reason: String(body['reason']) }),
    data: body,
  });
  if (isDone && (status === 202) !== isFirst) throw new Disagreement(`status of ${path}`, isFirst ? 202 : 200, status);
  return body;
}

const verdictOf = ({ dice }: Scene) => (dice.chance(75) ? 'approve' : 'reject');
const remark = 'as the papers say';

/** Mostly a pending one, sometimes one decided earlier. */
function pickOne<T extends { readonly status: number }>({ dice }: Scene, all: readonly T[]): T | undefined {
  const waiting = all.filter(({ status }) => status === 1);
  const from = waiting.length > 0 && dice.chance(92) ? waiting : all;
  return from.length > 0 ? dice.pick(from) : undefined;
}

const deposits: Step = {
  name: 'decides a deposit',
  weight: 4,
  async run(scene) {
    const {
      dice,
      model: { funding },
    } = scene;
    const deposit = pickOne(scene, funding.deposits);
    if (!deposit) return;
    const verdict = verdictOf(scene);
    const amount = verdict === 'approve' && dice.chance(20) ? dice.units(1n, deposit.claimed) : undefined;
    const fields = { remark, ...(amount === undefined ? {} : { amount: write(amount) }) };
    const by = dice.pick(['clerk', ...TREASURERS]);
    await decide(scene, by, 'POST', `/recharges/${deposit.id}/${verdict}`, fields, () =>
      funding.decideDeposit(deposit.id, { verdict, by, amount }),
    );
  },
};

const withdrawals: Step = {
  name: 'decides a withdrawal',
  weight: 5,
  async run(scene) {
    const {
      dice,
      model: { funding },
    } = scene;
    const withdrawal = pickOne(scene, funding.withdrawals);
    if (!withdrawal) return;
    const by = dice.pick(TREASURERS);
    const verdict = verdictOf(scene);
    await decide(scene, by, 'POST', `/withdrawals/${withdrawal.id}/${verdict}`, { remark }, () =>
      funding.decideWithdrawal(withdrawal.id, verdict, by),
    );
  },
};

const loans: Step = {
  name: 'decides a loan',
  weight: 4,
  async run(scene) {
    const { dice, model } = scene;
    const loan = pickOne(scene, model.loans.all);
    if (!loan) return;
    const verdict = verdictOf(scene);
    await decide(scene, dice.pick(TREASURERS), 'POST', `/loans/${loan.id}/${verdict}`, { remark }, () =>
      model.loans.decide(loan.id, verdict),
    );
  },
};

const propose: Step = {
  name: 'proposes a posting',
  weight: 2,
  async run(scene) {
    const {
      dice,
      model: { funding, usdt },
    } = scene;
    const coin = dice.chance(60) ? usdt : anyCoin(scene);
    const size = read(String(dice.from(1, 900))) * (dice.chance(30) ? -1n : 1n);
    if (dice.chance(50)) {
      const by = dice.pick(TREASURERS);
      const [member, type] = [anyPlayer(scene), dice.from(1, 2)];
      const fields = { member_id: member.id, type: String(type), c_id: coin.id, amount: write(size), remark };
      await decide(scene, by, 'POST', '/corrections', fields, () =>
        funding.proposeCorrection(by, member.id, type, coin, size),
      );
    } else {
      const by = dice.pick(OWNERS);
      const house = dice.pick(['options', 'loans', 'rewards'] as const);
      await decide(
        scene,
        by,
        'POST',
        '/house-postings',
        { account: house, c_id: coin.id, amount: write(size), remark },
        () => funding.proposePosting(by, house, coin, size),
      );
    }
  },
};

const approve: Step = {
  name: 'decides a posting',
  weight: 3,
  async run(scene) {
    const {
      dice,
      model: { funding },
    } = scene;
    const proposal = pickOne(scene, funding.proposals);
    if (!proposal) return;
    const isHouse = proposal.account.startsWith('house');
    const by = isHouse ? dice.pick(OWNERS) : dice.pick(TREASURERS);
    const verdict = verdictOf(scene);
    await decide(
      scene,
      by,
      'POST',
      `/${isHouse ? 'house-postings' : 'corrections'}/${proposal.id}/${verdict}`,
      { remark },
      () => funding.decideProposal(proposal, verdict, by),
    );
  },
};

const freeze: Step = {
  name: 'freezes or not',
  weight: 2,
  async run(scene) {
    const {
      dice,
      players,
      model: { world },
    } = scene;
    const frozen = players.filter(({ id }) => world.members.get(id)?.frozen);
    const player = frozen.length > 0 && dice.chance(75) ? dice.pick(frozen) : anyPlayer(scene);
    const wanted = frozen.includes(player) ? dice.chance(10) : dice.chance(60);
    await decide(
      scene,
      dice.pick(TREASURERS),
      'POST',
      `/members/${player.id}/${wanted ? 'freeze' : 'unfreeze'}`,
      { remark },
      () => {
        const member = world.members.get(player.id);
        if (!member || member.frozen === wanted) return refused('already_decided');
        member.frozen = wanted;
        player.token = undefined;
        return done();
      },
    );
  },
};

const identities: Step = {
  name: 'decides an identity',
  weight: 1,
  async run(scene) {
    const {
      players,
      model: { world },
    } = scene;
    const { body } = await scene.operate('clerk', 'GET', '/identities?status=1');
    const [waiting] = listOf(body['list']);
    if (!waiting) return;
    const verdict = verdictOf(scene);
    await decide(scene, 'clerk', 'POST', `/identities/${String(waiting['id'])}/${verdict}`, { remark }, () => {
      const member = world.members.get(String(waiting['member_id']));
      if (!member || member.identity !== 1 || !players.some(({ id }) => id === member.id))
        return refused('nobody who waits');
      member.identity = verdict === 'approve' ? 2 : 3;
      return done();
    });
  },
};

export const operatorSteps: readonly Step[] = [deposits, withdrawals, loans, propose, approve, freeze, identities];
export { decide };
