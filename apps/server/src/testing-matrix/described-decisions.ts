import { sql } from '../platform/db.ts';
import { asked, claimed, left, picture, rich } from './described-dealings.ts';
import { unused, type Errand, type Errands, type Ground } from './described-errands.ts';
import { CLERK, HELM, MATE, SPARE } from './described-owners.ts';
import { PASSWORD } from './lea.ts';
import { mailed } from './mailbox.ts';

// Errands of operators: what waits for a decision is made first, by a member or by the other owner.

const USDT = 1;
const remark = 'as agreed';
const idOf = ({ id }: Readonly<Record<string, unknown>>): number => Number(id);

/** What the first owner decides about something that waits. */
const decides =
  (laid: (ground: Ground) => Promise<number>) =>
  async (ground: Ground): Promise<Errand> => ({
    fields: { id: await laid(ground), remark },
    token: await ground.operator('owner'),
  });

/** Asks in the second owner's name; the answer, or the id of the proposal that it is. */
async function bySecond(ground: Ground, method: string, path: string, fields: object): Promise<number> {
  const answer = await ground.house.operate(method, path, await ground.operator('second'), fields);
  const { proposal = answer } = answer;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer of the console
  return idOf(proposal as Readonly<Record<string, unknown>>);
}
const proposed =
  (path: string, fields: () => object) =>
  (ground: Ground): Promise<number> =>
    bySecond(ground, 'POST', path, fields());

const posting = () => ({ account: 'fees', c_id: USDT, amount: '5', remark });
const script = () => ({ content: `console.info('${unused()}')` });
const correction = async (ground: Ground): Promise<number> => {
  const { id } = await rich(ground);
  return bySecond(ground, 'POST', '/corrections', { member_id: id, type: 1, c_id: USDT, amount: '5', remark });
};

/** An application for certification that waits. */
async function applied(ground: Ground): Promise<number> {
  const by = await rich(ground);
  const [front_card, back_card] = [await picture(ground.house, by, 1), await picture(ground.house, by, 2)];
  await ground.house.obtain('usrsetreal', { real_name: 'Zoe Quay', front_card, back_card }, by.token);
  const { application } = await ground.house.obtain('getIdentity', {}, by.token);
  return application?.id ?? 0;
}
const loan = async (ground: Ground): Promise<number> => (await asked(ground)).id;
const member = async (ground: Ground): Promise<number> => (await ground.hand()).id;

/** A member whom an operator froze. */
async function frozen(ground: Ground): Promise<number> {
  const id = await member(ground);
  await ground.house.operate('POST', `/members/${id}/freeze`, await ground.operator('owner'), { remark });
  return id;
}
/** A member with a second factor. */
async function guarded({ house, hand, passkey }: Ground): Promise<number> {
  const { id, token } = await hand();
  const { passkey_origin: origin } = await house.obtain('getSecurity', {}, token);
  const begun = await house.obtain('startPasskey', { password: PASSWORD }, token);
  await house.obtain('addPasskey', { name: 'Phone', passkey: passkey(origin).made(begun) }, token);
  return id;
}

/** A webhook that the second owner proposed. */
const hook = proposed('/webhooks', () => ({
  name: unused(),
  url: 'https://hooks.example/',
  events: ['alert.raised'],
  enabled: 0,
}));
/** A webhook whose secret was not shown. */
async function endpoint(ground: Ground): Promise<number> {
  const id = await hook(ground);
  const { result } = await ground.house.operate('POST', `/proposals/${id}/approve`, await ground.operator('owner'), {});
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the webhook that was made
  return idOf(result as Readonly<Record<string, unknown>>);
}
const givenUp = sql<{ id: string }>(
  'described.givenUp',
  `insert into webhook_message (endpoint_id, type, member_id, body, status, attempts, attempted_at, took_ms, answer)
  values ($1, 'alert.raised', 0, '{}', 3, 1, now(), 1, 'refused') returning id`,
);
/** A message that was given up, of an endpoint that is not notified now. */
async function message(ground: Ground): Promise<number> {
  const [row] = await ground.house.db.run(givenUp, [await endpoint(ground)]);
  return Number(row?.id);
}

/** A market that nobody has made. */
const market = (quote: string) => ({
  symbol: `doge${quote.toLowerCase()}`,
  base: 'DOGE',
  quote,
  min: '10',
  step: '0.5',
  price_step: '0.001',
});

/** A new passkey of the operator who sets some, and its answers. */
async function key({ house, operator, passkey }: Ground) {
  const token = await operator(HELM);
  const { origin } = await house.operate('GET', '/operators/me/passkeys', token);
  const fields = { password: house.operatorPassword };
  const begun = await house.operate('POST', '/operators/me/passkeys/begin', token, fields);
  const device = passkey(String(origin));
  return { token, made: device.made({ challenge: String(begun['challenge']) }), device };
}
async function added(ground: Ground) {
  const { token, made, device } = await key(ground);
  const { id } = await ground.house.operate('POST', '/operators/me/passkeys', token, { name: 'Key', passkey: made });
  return { token, id: Number(id), device };
}

const password = ({ house }: Ground): string => house.operatorPassword;

export const decisionErrands: Errands = {
  async 'POST /session'(ground) {
    return { fields: { username: CLERK, password: password(ground) } };
  },
  async 'POST /session/factor/begin'({ operator }) {
    return { token: await operator('owner') };
  },
  async 'POST /session/factor'(ground) {
    const { token, device } = await added(ground);
    const { passkey } = await ground.house.operate('POST', '/session/factor/begin', token);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a passkey is to sign
    return { fields: { passkey: device.signed(passkey as { readonly challenge: string }) }, token };
  },
  async 'POST /session/claim'(ground) {
    const link = await mailed(ground.house, MATE.email, /\/operator\/claim#([\w.-]+)/);
    return { fields: { link, password: `${password(ground)} 2` } };
  },
  async 'POST /operators/me/passkeys/begin'(ground) {
    return { fields: { password: password(ground) }, token: await ground.operator(HELM) };
  },
  async 'POST /operators/me/passkeys'(ground) {
    const { token, made } = await key(ground);
    return { fields: { name: 'Key', passkey: made }, token };
  },
  async 'POST /operators/me/passkeys/{id}/remove'(ground) {
    const { token, id } = await added(ground);
    return { fields: { id, password: password(ground) }, token };
  },
  async 'POST /operators/me/totp'(ground) {
    return { fields: { password: password(ground) }, token: await ground.operator(CLERK) };
  },
  async 'POST /operators/me/password'(ground) {
    return {
      fields: { password: password(ground), newpassword: password(ground) },
      token: await ground.operator(SPARE),
    };
  },
  'POST /recharges/{id}/approve': decides(claimed),
  'POST /recharges/{id}/reject': decides(claimed),
  'POST /withdrawals/{id}/approve': decides(left),
  'POST /withdrawals/{id}/reject': decides(left),
  'POST /identities/{id}/approve': decides(applied),
  'POST /identities/{id}/reject': decides(applied),
  'POST /loans/{id}/approve': decides(loan),
  'POST /loans/{id}/reject': decides(loan),
  'POST /corrections/{id}/approve': decides(correction),
  'POST /corrections/{id}/reject': decides(correction),
  'POST /house-postings/{id}/approve': decides(proposed('/house-postings', posting)),
  'POST /house-postings/{id}/reject': decides(proposed('/house-postings', posting)),
  'POST /scripts/{id}/approve': decides(proposed('/scripts', script)),
  'POST /scripts/{id}/revoke': decides(proposed('/scripts', script)),
  'POST /proposals/{id}/approve': decides(hook),
  'POST /proposals/{id}/reject': decides(hook),
  'POST /members/{id}/freeze': decides(member),
  'POST /members/{id}/unfreeze': decides(frozen),
  'POST /members/{id}/reset-factors': decides(guarded),
  async 'POST /markets'({ operator }) {
    return { fields: market('BTC'), token: await operator('owner') };
  },
  async 'PATCH /markets/{id}'({ house, operator }) {
    const token = await operator('owner');
    const { id } = await house.operate('POST', '/markets', token, market('ETH'));
    return { fields: { id, min: '20' }, token };
  },
  async 'POST /webhooks/{id}/secret'(ground) {
    return { fields: { id: await endpoint(ground) }, token: await ground.operator('owner') };
  },
  async 'POST /webhook-messages/{id}/retry'(ground) {
    return { fields: { id: await message(ground) }, token: await ground.operator('owner') };
  },
};
