import { REASON_CODES, type Reason } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { CLOSING, opening, refusalBody, statusOf } from './envelope.ts';

const PARAMS = {
  minimum: '0.1',
  price: '100',
  percent: '50',
  maximum: '9',
  step: '0.01',
  coin: 'BTC',
  seconds: '60',
  until: '14:05',
  left: '3',
};
const REASONS = Object.keys(REASON_CODES) as Reason[];
const msgOf = (body: string) => (JSON.parse(body) as { msg: string }).msg;

test.each(REASONS)('%s has words of its own in English, Arabic and Chinese', (reason) => {
  const messages = ['en', 'ar', 'zh-cn'].map((lang) => msgOf(refusalBody(lang, { reason, params: PARAMS })));
  expect(new Set(messages).size).toBe(3);
  for (const msg of messages) expect(msg).not.toMatch(/reasons\.|undefined|[{}]/);
});

test('a success says what was done, or just that it was', () => {
  const messageOf = (lang: string, call: string) => msgOf(`${opening(lang, call)}null${CLOSING}`);
  expect([
    messageOf('en', 'upbbbuy'),
    messageOf('zh-cn', 'upbbbuy'),
    messageOf('en', 'getusr'),
    messageOf('en', 'toString'),
  ]).toEqual(['Order placed', '下单成功', 'Done', 'Done']);
});

test('business codes and 401 ride on HTTP 200, transport failures on their own status', () => {
  expect(
    REASONS.filter((reason) => statusOf(reason) !== 200).every(
      (reason) => statusOf(reason) === REASON_CODES[reason] && REASON_CODES[reason] >= 400,
    ),
  ).toBe(true);
  expect((['login_required', 'not_found', 'switched_off', 'bad_id'] as const).map(statusOf)).toEqual([
    200, 200, 200, 200,
  ]);
  expect((['too_many_requests', 'not_ready', 'malformed_body'] as const).map(statusOf)).toEqual([429, 503, 400]);
});
