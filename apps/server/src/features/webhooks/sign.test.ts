import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSecret, secretText, signatureHeaders } from './sign.ts';

const BODY = '{"type":"deposit.decided","data":{"coin":"USDT","name":"Zoë"}}';

test('a library of Standard Webhooks verifies what is signed, and nothing that was changed', () => {
  const secret = newSecret();
  const headers = signatureHeaders([secret], { id: 'msg_1001', atMs: Date.now(), body: BODY });
  const receiver = new Webhook(secretText(secret));
  expect(receiver.verify(BODY, headers)).toEqual(JSON.parse(BODY));
  expect(() => receiver.verify(BODY.replace('USDT', 'USDC'), headers)).toThrow('No matching signature');
  expect(() => receiver.verify(BODY, { ...headers, 'webhook-id': 'msg_1002' })).toThrow('No matching signature');
  expect(() => new Webhook(secretText(newSecret())).verify(BODY, headers)).toThrow('No matching signature');
});

test('a message that is sent again much later is refused by its time', () => {
  const secret = newSecret();
  const headers = signatureHeaders([secret], { id: 'msg_1001', atMs: Date.now() - 600_000, body: BODY });
  expect(() => new Webhook(secretText(secret)).verify(BODY, headers)).toThrow('too old');
});

test('in the overlap a receiver with either secret can verify', () => {
  const [present, before] = [newSecret(), newSecret()];
  const headers = signatureHeaders([present, before], { id: 'msg_1001', atMs: Date.now(), body: BODY });
  for (const secret of [present, before])
    expect(new Webhook(secretText(secret)).verify(BODY, headers)).toEqual(JSON.parse(BODY));
});

test('the example of docs/WEBHOOKS.md is signed as it says', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const headers = signatureHeaders([secret], {
    id: 'msg_1001',
    atMs: Date.UTC(2026, 0, 5, 9),
    body: '{"type" : "member.registered", "timestamp" : "2026-01-05T09:00:00.000Z", "data" : {"member" : 1048213, "invited_by" : null}}',
  });
  expect(headers['webhook-timestamp']).toBe('1767603600');
  expect(headers['webhook-signature']).toMatchInlineSnapshot(`"v1,VjS6RabSwByEQN8wIqfiwMMVqIsffHuvkysx2XDSMB4="`);
});
