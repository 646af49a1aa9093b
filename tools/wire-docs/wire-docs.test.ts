import { memberCalls } from '@plimsoll/contract';
import { operatorCalls } from '@plimsoll/contract/operator';
import { expect, test } from 'vitest';
import { ROOT } from '../run/part.ts';
import { readFiles } from '../tidy/house.ts';
import { pretty } from './markdown.ts';
import { doneOf, memberExample, operatorExample, renderWire } from './render.ts';
import { renderSnapshot } from './snapshot.ts';
import { memberSlices, operatorSlices } from './slices.ts';
import { documentedIn, fieldWords } from './sources.ts';
import { typeOf } from './ts-types.ts';

const files = readFiles(ROOT);
const member = await memberSlices(files);
const operator = await operatorSlices(files);

test('every call of the contract stands in a slice', () => {
  expect(member.flatMap(({ calls }) => calls.map(({ call }) => call.name)).toSorted()).toEqual(
    memberCalls.map(({ name }) => name).toSorted(),
  );
  expect(new Set(operator.flatMap(({ calls }) => calls.map(({ call }) => call)))).toEqual(new Set(operatorCalls));
});

test('every call has a heading of its own', async () => {
  const headings = (await renderWire(files)).flatMap(({ text }) =>
    [...text.matchAll(/^#### (.+)$/gm)].map(([, heading]) => heading),
  );
  expect(new Set(headings).size).toBe(headings.length);
  expect(headings).toEqual(
    expect.arrayContaining(member.flatMap(({ name, calls }) => calls.map((each) => `${name}.${each.name}`))),
  );
  expect(headings).toEqual(
    expect.arrayContaining(operator.flatMap(({ name, calls }) => calls.map((each) => `operator/${name}.${each.name}`))),
  );
});

test('the snapshot names every call with its fields, answers and reasons, and every message of the stream', async () => {
  const { text } = await renderSnapshot(files);
  const snapshot = JSON.parse(text) as Record<'member' | 'operator' | 'stream', Record<string, object>>;
  expect(Object.keys(snapshot.member)).toHaveLength(memberCalls.length);
  expect(Object.keys(snapshot.operator)).toHaveLength(operatorCalls.length);
  expect(snapshot.member['options.creatorder']).toMatchObject({
    call: 'POST /api/creatorder, members, idempotent',
    takes: { ctzed: 'amount, needed: yes', buytype: '`1` `2`, needed: yes' },
    answers: { order_id: 'id' },
  });
  expect(snapshot.member['options.creatorder']).toHaveProperty('reasons', expect.arrayContaining(['daily_loss_limit']));
  expect(Object.keys(snapshot.stream)).toEqual(['bar', 'mark', 'error', 'login', 'news', 'ended']);
});

test.each(
  member.flatMap(({ name: slice, calls }) => calls.map(({ name, call }) => [`${slice}.${name}`, slice, call] as const)),
)('the example of %s is taken and given by the contract', (_name, slice, call) => {
  const { asked, data } = memberExample(slice, call);
  expect(call.input.safeParse(asked).error?.issues).toBeUndefined();
  expect(call.output.safeParse(JSON.parse(pretty(data))).error?.issues).toBeUndefined();
});

test.each(
  operator.flatMap(({ name: slice, calls }) => calls.map((each) => [`${slice}.${each.name}`, slice, each] as const)),
)('the example of operator/%s is taken and given by the contract', (_name, slice, named) => {
  const { asked, data } = operatorExample(slice, named);
  expect(named.call.input.safeParse(asked).error?.issues).toBeUndefined();
  expect(doneOf(named.call).safeParse(JSON.parse(pretty(data))).error?.issues).toBeUndefined();
});

test('a field has the words of the object that it stands in', () => {
  const documented = documentedIn(`
/** An order (RULES 3), see {@link other}. */
export const order = z.object({
  /** Which. */
  id,
  state: z.enum(['a', 'b']), // not this
  /** What of it. */ part: z.object({ /** Inside { of it. */ id, size: text(/^[{"]$/) }),
});
export const other = z.object({ /** Another. */ name, id });
`);
  expect(documented.declarations.get('order')).toBe('An order (RULES 3), see `other`.');
  expect([...fieldWords(documented, ['id', 'state', 'part'])]).toEqual([
    ['id', 'Which.'],
    ['state', ''],
    ['part', 'What of it.'],
  ]);
  expect([...fieldWords(documented, ['id', 'size'])]).toEqual([
    ['id', 'Inside { of it.'],
    ['size', ''],
  ]);
  expect([...fieldWords(documented, ['name', 'id'])]).toEqual([
    ['name', 'Another.'],
    ['id', ''],
  ]);
});

test('what the specification did not ask for is not marked as such on the page', () => {
  const one = documentedIn('/** **+** Sends a code. */\nexport const send = call({});\n');
  const several = documentedIn('/**\n * **+** Keeps\n * an address.\n */\nexport const keep = call({});\n');
  expect([one.declarations.get('send'), several.declarations.get('keep')]).toEqual([
    'Sends a code.',
    'Keeps an address.',
  ]);
});

test('what is text or null is typed so for programs', () =>
  expect(typeOf({ type: ['string', 'null'] }, '')).toBe('string | null'));
