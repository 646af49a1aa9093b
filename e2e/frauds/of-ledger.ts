import { amount } from '@plimsoll/money';
import { move, plainPosting } from '../../apps/server/src/ledger/index.ts';
import type { Fraud } from './fraud.ts';

// Frauds 17 and 18: lines of journals and accounts' owners are not public, so the audit alone sees them.

const USDT = '1';

export const OF_LEDGER: readonly Fraud[] = [
  {
    number: 17,
    what: 'a journal that mints',
    planted: 'the code’s place',
    audit: 'recharges',
    async commit({ world, story }) {
      const posted = await world.writer.submit(plainPosting, [
        {
          cause: { kind: 'recharge', id: '900000' },
          actor: { kind: 'clock' },
          lines: [
            move({ house: 'outside', coinId: USDT }, { memberId: story.bob, type: 1, coinId: USDT }, amount('1000')),
          ],
        },
      ]);
      if (!posted.ok) throw new Error(posted.refusal.reason);
      return [];
    },
  },
  {
    number: 18,
    what: 'owners of two accounts swapped',
    planted: 'the database',
    audit: 'the chain is intact',
    async commit(scene) {
      const { ada, bob } = scene.story;
      const both = `member_id in (${ada}, ${bob})`;
      await scene.behind('ledger_account', `update ledger_account set member_id = -member_id where ${both}`);
      await scene.behind(
        'ledger_account',
        `update ledger_account set member_id = ${Number(ada) + Number(bob)} + member_id where member_id in (-${ada}, -${bob})`,
      );
      return [];
    },
  },
];
