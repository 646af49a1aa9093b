import { sql } from '../../apps/server/src/platform/db.ts';
import { MemberUser, PASSWORD, PAY_PASSWORD } from './member-user.ts';
import { byTwo, OperatorUser } from './operator-user.ts';
import { FIRST_OWNER, SERVER_SECRET, type LivePlatform } from './platform.ts';
import { Wire } from './wire.ts';
import { objectOf } from '../support/json.ts';

export const ADDRESSES = {
  platform: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  victim: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  thief: 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs',
} as const;
const DEPOSIT = '20000';

/** A live deployment after three days of ordinary life, and its people. */
export interface Scene {
  readonly platform: LivePlatform;
  readonly wire: Wire;
  /** Two owners, a treasurer and a clerk, all established. */
  readonly anna: OperatorUser;
  readonly bert: OperatorUser;
  readonly tess: OperatorUser;
  readonly carl: OperatorUser;
  /** A member with money, an address, a payment password and an authenticator. */
  readonly victim: MemberUser;
  /** The same without an authenticator. */
  readonly thief: MemberUser;
  readonly friend: MemberUser;
  readonly spare: MemberUser;
  readonly usdt: string;
  readonly network: string;
  readonly controls: string[];
}

const secrets = sql<{ what: string; secret: string }>(
  'hostile.secrets',
  `
  select 'a password''s hash' as what, password_hash as secret from operator union all select 'a password''s hash', password_hash from member
  union all select 'a payment password''s hash', pay_password_hash from member where pay_password_hash is not null
  union all select 'a session''s hash', token_hash from session union all select 'a session''s hash', token_hash from operator_session
  union all select 'a sealed authenticator', encode(totp_secret, 'hex') from operator where totp_secret is not null`,
);
const ids = sql<{ usdt: string }>('hostile.usdt', `select id::text as usdt from coin where title = 'USDT'`);
const idOf = sql<{ id: string }>('hostile.operatorId', 'select id::text from operator where username = $1');

export async function operatorId({ platform }: Scene, { username }: OperatorUser): Promise<string> {
  return (await platform.db.run(idOf, [username]))[0]?.id ?? '';
}

/** From now on no answer may contain the present secrets. */
export async function keepSecrets({
  platform,
  wire,
  victim,
}: Pick<Scene, 'platform' | 'wire' | 'victim'>): Promise<void> {
  for (const { what, secret } of await platform.db.run(secrets)) wire.keep(what, secret);
  wire.keep('SECRET', SERVER_SECRET);
  wire.keep('the first owner’s password', FIRST_OWNER.password);
  wire.keep('the victim’s token', victim.token);
}

/** Makes an operator as two owners do: proposed, approved, claimed by a mailed link, with an authenticator. */
async function hire(
  platform: LivePlatform,
  wire: Wire,
  owners: readonly [OperatorUser, OperatorUser],
  username: string,
  role: 'treasurer' | 'clerk',
): Promise<OperatorUser> {
  const made = new OperatorUser(platform, wire, { username, role });
  const approved = await byTwo(owners, 'POST', '/operators', { username, email: username, role });
  if (approved.status >= 300) throw new Error(`no ${role} was made: ${approved.text}`);
  await made.claim(await platform.mailed(username, /\/operator\/claim#([A-Za-z0-9_-]+)/));
  await made.login();
  await made.enrol();
  return made;
}

async function openPlatform(platform: LivePlatform, wire: Wire): Promise<readonly [OperatorUser, OperatorUser]> {
  await platform.start();
  const anna = new OperatorUser(platform, wire, { ...FIRST_OWNER, role: 'owner' });
  const bert = new OperatorUser(platform, wire, { username: 'bert@quay.example', role: 'owner' });
  const { status, output } = await platform.runTool('owners.ts', [bert.username]);
  const link = /#([A-Za-z0-9_-]{43})/.exec(output)?.[1];
  if (status !== 0 || link === undefined) throw new Error(`no second owner was made: ${output}`);
  await bert.claim(link);
  for (const owner of [anna, bert]) {
    await owner.login();
    await owner.enrol();
  }
  await platform.nextDay();
  return [anna, bert];
}

/** Lets three days pass: owners first, then all others, then money. */
export async function openScene(platform: LivePlatform): Promise<Scene> {
  const wire = new Wire(() => platform.url());
  const owners = await openPlatform(platform, wire);
  const [anna, bert] = owners;
  const tess = await hire(platform, wire, owners, 'tess@quay.example', 'treasurer');
  const carl = await hire(platform, wire, owners, 'carl@quay.example', 'clerk');
  const usdt = (await platform.db.run(ids))[0]?.usdt ?? '';
  const made = await byTwo(owners, 'POST', '/networks', {
    c_id: Number(usdt),
    pay_type: 1,
    coin_net: 'TRC20',
    address: ADDRESSES.platform,
  });
  const network = String(objectOf(made.body?.['result'])['id']);

  const member = (name: string): Promise<MemberUser> =>
    new MemberUser(platform, wire, `${name}@quay.example`).register();
  const [victim, thief, friend, spare] = [
    await member('victim'),
    await member('thief'),
    await member('friend'),
    await member('spare'),
  ];
  for (const each of [victim, thief]) {
    await each.obtain('resetpay', { logpassword: PASSWORD, newpassword: PAY_PASSWORD });
    await each.obtain('setusraddress', {
      c_id: usdt,
      address: each === victim ? ADDRESSES.victim : ADDRESSES.thief,
      password: PASSWORD,
    });
  }
  for (const each of [victim, spare]) await each.enrol();
  await platform.nextDay();
  const scene: Scene = {
    platform,
    wire,
    anna,
    bert,
    tess,
    carl,
    victim,
    thief,
    friend,
    spare,
    usdt,
    network,
    controls: [],
  };
  for (const each of [victim, thief]) {
    await each.login();
    const claim = await each.claim(usdt, network, DEPOSIT, each === victim ? 1 : 2);
    const credited = await byTwo([carl, anna], 'POST', `/recharges/${claim}/approve`, { remark: '' });
    if (credited.status >= 300) throw new Error(`no deposit was credited: ${credited.text}`);
    scene.controls.push(`a deposit of ${DEPOSIT} USDT, by a clerk and an owner`);
  }
  for (const each of [friend, spare]) await each.login();
  await keepSecrets(scene);
  return scene;
}
