import { expect, test, vi } from 'vitest';
import { KeptPlans } from './plans.ts';

const ORDER = { call: 'upbbbuy', fields: { num: '1' } };

test('a plan is placed once, and every asking has its answer', async () => {
  const plans = new KeptPlans();
  plans.keep('p', ORDER);
  const place = vi.fn<() => Promise<unknown>>(async () => ({ id: 7 }));
  const answers = await Promise.all([plans.place('p', place), plans.place('p', place)]);
  expect([...answers, await plans.place('p', place)]).toEqual([{ id: 7 }, { id: 7 }, { id: 7 }]);
  expect(place).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(ORDER));
});

test('one that got no answer may be asked again', async () => {
  const plans = new KeptPlans();
  plans.keep('p', ORDER);
  const place = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(new Error('cut')).mockResolvedValue({ id: 7 });
  await expect(plans.place('p', place)).rejects.toThrow('cut');
  expect(await plans.place('p', place)).toEqual({ id: 7 });
});

test('what was not planned here is not placed, and the oldest plans are forgotten', () => {
  const plans = new KeptPlans();
  const place = vi.fn<() => Promise<unknown>>();
  expect(plans.place('unknown', place)).toBeUndefined();
  for (let count = 0; count <= 500; count += 1) plans.keep(`p${count}`, ORDER);
  expect(plans.place('p0', place)).toBeUndefined();
  expect(place).not.toHaveBeenCalled();
});
