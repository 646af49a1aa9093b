import { CROOKED_LIABILITIES } from '../verifiers/liabilities.ts';
import type { Fraud } from './fraud.ts';
import type { Scene } from './scene.ts';

// Frauds 19 to 23: totals of what is owed, and the leaves below them.

/** Ada's answer, changed as in the tests of verifiers. */
async function crooked({ world, story }: Scene, what: string) {
  const found = CROOKED_LIABILITIES.find((each) => each.what === what);
  if (!found) throw new Error(`no change is called ${what}`);
  return found.change(await world.liabilitiesOf(story.ada));
}

/** A fraud in an answer on its way. */
const onTheWay = (number: number, what: string, change: string, wrong: string): Fraud => ({
  number,
  what,
  planted: 'between server and verifier',
  async commit(scene) {
    return [{ args: await scene.liabilities(await crooked(scene, change)), wrong }];
  },
});

export const OF_LIABILITIES: readonly Fraud[] = [
  {
    number: 19,
    what: 'a member left out of the liabilities, or 10⁻⁸ short',
    planted: 'the database',
    async commit(scene) {
      const { world, story } = scene;
      const left = await crooked(scene, 'a member left out');
      const [had] = await scene.rows<{ usdt: string }>(
        `select sum(available + frozen)::text as usdt from ledger_account where member_id = ${story.ada} and coin_id = 1`,
      );
      const moved = (units: number): Promise<void> =>
        scene.behind(
          'ledger_account',
          `update ledger_account set available = available - case member_id when ${story.ada} then 1 else -1 end * ${units} * 0.00000001
          where type = 1 and coin_id = 1 and member_id in (${story.ada}, ${story.bob})`,
        );
      // While the tree is made, of the platform's own code, hers is bob's.
      await moved(1);
      world.clock.advance(1_000);
      await world.takeEpoch();
      await moved(-1);
      await scene.pass(2, () => '150');
      const proof = await world.liabilitiesOf(story.ada);
      const owner = ['--owner', proof.owner];
      return [
        { at: 'left out', args: await scene.liabilities(left, ...owner), wrong: 'leaf' },
        {
          at: '10⁻⁸ short',
          args: await scene.liabilities(proof, ...owner, '--has', `USDT=${had?.usdt}`),
          wrong: 'short',
        },
      ];
    },
  },
  onTheWay(20, 'sums that the node does not cover', 'sums that the node does not cover', 'leaf'),
  onTheWay(21, 'a negative leaf', 'a negative leaf', 'amount'),
  onTheWay(22, 'a sum that overflows', 'a sum that overflows', 'overflow'),
  {
    number: 23,
    what: 'a nonce used twice',
    planted: 'between server and verifier',
    async commit(scene) {
      const { world, story } = scene;
      const { owner } = await world.liabilitiesOf(story.bob);
      const shared = { ...(await world.liabilitiesOf(story.ada)), owner };
      return [
        { at: 'for two members', args: await scene.liabilities(shared, '--owner', owner), wrong: 'leaf' },
        {
          at: 'for two parts',
          args: await scene.liabilities(await crooked(scene, 'a nonce used twice')),
          wrong: 'leaf',
        },
      ];
    },
  },
];
