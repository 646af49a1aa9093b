import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHouseWorld, type HouseWorld } from '../../testing/house-world.ts';

let house: HouseWorld;
let viewer: { readonly token: string };
beforeAll(async () => {
  house = await openHouseWorld();
  viewer = { token: (await house.http.operator('viewer')).token };
});
afterAll(() => house.close());

const PASSWORD = 'Ahoy2026x';
interface Guest {
  readonly id: number;
  readonly invit: string;
  readonly token: string;
  readonly email: string;
}
let registered = 0;
async function register(code = ''): Promise<Guest> {
  const email = `guest${++registered}@example.com`;
  const { data } = await house.http.call('register', {
    type: '2',
    email,
    password: PASSWORD,
    repassword: PASSWORD,
    code,
  });
  const { token } = (data as { userinfo: { token: string } }).userinfo;
  const own = (await house.http.call('getusr', {}, { token })).data as { id: number; invit: string };
  return { ...own, token, email };
}
const invitationOf = async ({ token }: Guest) => (await house.http.call('getInvitation', {}, { token })).data;
const invitedBy = (id: number, fields: Readonly<Record<string, unknown>> = {}) =>
  house.http.ask('GET', `/members/${id}/invited`, { ...viewer, fields });

test('a member sees how many used their code, but not who', async () => {
  const [inviter, other] = [await register(), await register()];
  expect(await invitationOf(inviter)).toEqual({ code: inviter.invit, joined: 0 });
  await register(inviter.invit);
  await register(inviter.invit.toLowerCase());
  await register(other.invit);
  expect(await invitationOf(inviter)).toEqual({ code: inviter.invit, joined: 2 });
  expect(await invitationOf(other)).toEqual({ code: other.invit, joined: 1 });
});

test('the console lists the members invited by one, newest first, with the inviter of each', async () => {
  const inviter = await register();
  const guests = [await register(inviter.invit), await register(inviter.invit), await register(inviter.invit)];
  const newestFirst = guests.toReversed().map(({ id, email }) => ({ id, username: email, invited_by: inviter.id }));
  expect((await invitedBy(inviter.id)).body).toMatchObject({ list: newestFirst, total: 3 });
  expect((await invitedBy(inviter.id, { page: '2', limit: '2' })).body).toMatchObject({
    list: newestFirst.slice(2),
    total: 3,
  });
  expect((await house.http.ask('GET', `/members/${guests[0]?.id}`, viewer)).body).toMatchObject({
    invited_by: inviter.id,
    inviter: inviter.email,
    invited: 0,
  });
  expect((await house.http.ask('GET', `/members/${inviter.id}`, viewer)).body).toMatchObject({
    invited_by: null,
    inviter: null,
    invited: 3,
  });
  expect((await invitedBy(guests[0]?.id ?? 0)).body).toMatchObject({ list: [], total: 0 });
  expect(await invitedBy(1)).toMatchObject({ status: 404, body: { reason: 'not_found' } });
});
