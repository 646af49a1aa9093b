import { memberCalls } from '@plimsoll/contract';
import { fieldsOf } from '@plimsoll/contract/descriptions';
import type { Attempt, Role } from '../attempt.ts';
import { askMember, PASSWORD, PAY_PASSWORD, type Fields } from '../member-user.ts';
import { ADDRESSES, type Scene } from '../scene.ts';
import { moneyOf } from '../treasury.ts';
import type { Reply } from '../wire.ts';

const GUESSES = ['demo2026', 'password1', '123456a', 'quay4load7lin', 'Quay4load7line', 'letmein99', 'anchor4down1'];
const AT_ONCE = 20;
const CARD = { bank_name: 'Thief Bank', card_number: '6222000011112222', card_name: 'Thief' };
const ENDS = new Set(['logout', 'freezeMe', 'endOtherSessions', 'endSession']);

const all = async (asked: readonly (() => Promise<Reply>)[]): Promise<Reply[]> => {
  const replies: Reply[] = [];
  for (const ask of asked) replies.push(await ask());
  return replies;
};
const stolen =
  ({ wire, victim }: Scene) =>
  (name: string, fields: Fields = {}): Promise<Reply> =>
    askMember(wire, name, fields, { Token: victim.token });

/** A plausible value of a field, by its name and class. */
const plausible = (
  { usdt, thief, network }: Scene,
  { name, kind, choices }: { readonly name: string; readonly kind: string; readonly choices?: readonly string[] },
): string => {
  const named: Readonly<Record<string, string>> = {
    c_id: usdt,
    to_uid: thief.id,
    a_id: network,
    address: ADDRESSES.thief,
    email: 'thief@evil.example',
    newemail: 'thief@evil.example',
    username: thief.email,
    num: '100',
    amount: '100',
    from_coin_id: usdt,
    from_type: '1',
    to_type: '2',
    second: '123456',
    code: '123456',
    passkey: '',
    page: '1',
    limit: '10',
    ...CARD,
  };
  return (
    named[name] ??
    choices?.[0] ??
    (/password|paypwd/i.test(name) || kind === 'password'
      ? 'quay4load7linen'
      : kind === 'id'
        ? '1'
        : kind === 'amount'
          ? '100'
          : 'x')
  );
};

const session: readonly Attempt[] = [
  {
    name: 'withdraws and sends everything, many times at once',
    async run(scene) {
      const ask = stolen(scene);
      const { usdt: c_id, thief } = scene;
      const each = [undefined, PAY_PASSWORD].flatMap((known) => [
        () => ask('withdraw', { c_id, num: '9000', type: '1', withdraw_type: '1', paypwd: known ?? 'guess4guess' }),
        () =>
          ask('withdraw', {
            c_id,
            num: '100',
            type: '1',
            withdraw_type: '1',
            paypwd: known ?? 'guess4guess',
            second: '123456',
          }),
        () => ask('balanceTransfer', { to_uid: thief.id, c_id, amount: '9000', paypassword: known ?? 'guess4guess' }),
        () =>
          ask('balanceTransfer', {
            to_uid: thief.id,
            c_id,
            amount: '100',
            paypassword: known ?? 'guess4guess',
            code: '000000',
          }),
      ]);
      // Even with the payment password, seen over a shoulder.
      return [
        ...(await all(each)),
        ...(await Promise.all(
          Array.from({ length: AT_ONCE }, () =>
            ask('balanceTransfer', { to_uid: thief.id, c_id, amount: '1000', paypassword: PAY_PASSWORD }),
          ),
        )),
      ];
    },
  },
  {
    name: 'binds an address and a card of the thief’s',
    async run(scene) {
      const ask = stolen(scene);
      return all(
        ['', ...GUESSES.slice(0, 2)].flatMap((password) => [
          () =>
            ask('setusraddress', {
              c_id: scene.usdt,
              address: ADDRESSES.thief,
              ...(password === '' ? {} : { password, second: '123456' }),
            }),
          () => ask('setBank', { ...CARD, ...(password === '' ? {} : { password }) }),
        ]),
      );
    },
  },
  {
    name: 'guesses passwords to change them, the factors and the phrase',
    run: (scene) =>
      all(
        GUESSES.flatMap((guess) => [
          () => stolen(scene)('resetpwd', { oldpassword: guess, newpassword: 'Thief4ever99' }),
          () => stolen(scene)('resetpay', { logpassword: guess, newpassword: 'Thief4ever99' }),
          () => stolen(scene)('removeTotp', { password: guess, second: '123456' }),
          () => stolen(scene)('startTotp', { password: guess }),
          () => stolen(scene)('setPhrase', { phrase: 'all is well', password: guess }),
          () => stolen(scene)('renewRecoveryCodes', { password: guess, second: '123456' }),
        ]),
      ),
  },
  {
    name: 'asks every call of the contract with what a thief would write in it',
    run: (scene) =>
      Promise.all(
        memberCalls
          .filter(({ name }) => !ENDS.has(name))
          .map((call) =>
            stolen(scene)(
              call.name,
              Object.fromEntries(fieldsOf(call).map((field) => [field.name, plausible(scene, field)])),
            ),
          ),
      ),
  },
];

const DAILY = 10_000n * 10n ** 8n;
const FORGED = ['-5', '0', 'NaN', '1e9', '0x10', '٥', '1,5', '999999999999999999999', ' ', '0.000000001', '[]', '1;2'];

const member: readonly Attempt[] = [
  {
    name: 'goes past the limit of a day by parts, all at once',
    async run({ thief, friend, usdt }) {
      return Promise.all(
        Array.from({ length: AT_ONCE }, () =>
          thief.ask('balanceTransfer', { to_uid: friend.id, c_id: usdt, amount: '3000', paypassword: PAY_PASSWORD }),
        ),
      );
    },
    own: /^money of (?:thief|friend)@/,
    judge(before, after, { thief, friend }) {
      const [left, together] = [
        moneyOf(before, [thief.email]) - moneyOf(after, [thief.email]),
        [thief.email, friend.email],
      ];
      return [
        ...(left <= DAILY ? [] : [`${left} × 10⁻⁸ USDT left a member within a day`]),
        ...(moneyOf(before, together) === moneyOf(after, together) ? [] : ['money came out of nothing, or is lost']),
      ];
    },
  },
  {
    name: 'writes amounts that are none, and what is below zero',
    run: ({ thief, friend, usdt }) =>
      Promise.all(
        FORGED.flatMap((amount) => [
          thief.ask('balanceTransfer', { to_uid: friend.id, c_id: usdt, amount, paypassword: PAY_PASSWORD }),
          thief.ask('transfer', { c_id: usdt, num: amount, from_type: '1', to_type: '2' }),
          thief.ask('withdraw', { c_id: usdt, num: amount, type: '1', withdraw_type: '1', paypwd: PAY_PASSWORD }),
        ]),
      ),
  },
  {
    name: 'has money of a new address the same day, and gives himself demo money',
    run: async ({ thief, usdt }) => [
      await thief.ask('setusraddress', {
        c_id: usdt,
        address: 'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9',
        password: PASSWORD,
      }),
      await thief.ask('withdraw', { c_id: usdt, num: '100', type: '1', withdraw_type: '1', paypwd: PAY_PASSWORD }),
      await thief.ask('demoFunds'),
    ],
    own: /^ways out of thief@/,
  },
  {
    name: 'names what is the victim’s: orders, cards, sessions, images, keys',
    run: ({ thief, usdt, victim }) =>
      Promise.all([
        ...[
          'tradecancelOrder:bb_id',
          'trademoveOrder:bb_id',
          'getHyOrderInfo:order_id',
          'cancelInternalTransfer:id',
          'endSession:id',
          'forgetDevice:id',
          'redeemStaking:id',
          'repayLoan:id',
        ].flatMap((place) =>
          ['1', '1001', '100001', '1048213', victim.id].map((id) =>
            thief.ask(place.split(':')[0] ?? '', { [place.split(':')[1] ?? '']: id, price: '1' }),
          ),
        ),
        thief.ask('balanceTransfer', {
          to_uid: thief.id,
          c_id: usdt,
          amount: '1',
          paypassword: PAY_PASSWORD,
          member_id: victim.id,
          from_uid: victim.id,
        }),
        thief.ask('freezeMe', { token: 'forged.forged' }),
        thief.ask('getusr', { id: victim.id, member_id: victim.id }, { 'X-Member': victim.id }),
      ]),
  },
];

export const stolenSession: Role = { name: 'a stolen session (token alone)', attempts: session };
export const hostileMember: Role = { name: 'a member', attempts: member };
