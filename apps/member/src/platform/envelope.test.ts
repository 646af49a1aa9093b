import { expect, test } from 'vitest';
import { Lost, readEnvelope, Refusal } from './envelope.ts';

test('code 1 passes the data and the words on', () => {
  expect(readEnvelope({ code: 1, msg: 'Done', data: { a: 1 } })).toEqual({ data: { a: 1 }, msg: 'Done' });
});

test.each([0, 201, 204, 401, 429, 500])('code %i is a refusal with its words and reason', (code) => {
  const read = () => readEnvelope({ code, msg: 'No', data: null, reason: 'stale_market' });
  expect(read).toThrow(Refusal);
  expect(read).toThrow(expect.objectContaining({ code, message: 'No', reason: 'stale_market' }));
});

test.each([null, 'Bad gateway', 7, {}, { code: '1' }, []])('%j is no answer of this server', (body) => {
  expect(() => readEnvelope(body)).toThrow(Lost);
});
