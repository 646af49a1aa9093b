import { expect, test } from 'vitest';
import { dealWith } from '../../testing/deal.ts';
import { judged } from '../../platform/unusual.ts';
import { stricter } from './use-followed.ts';

test('a judgement by now makes none laxer: what was unusual or large stays so, with its last figures', () => {
  const [usual, far, further, large] = [
    dealWith('500', '10000'),
    dealWith('500', '10000', { far: '7.5' }),
    dealWith('500', '10000', { far: '900.0' }),
    dealWith('10000', '10400'),
  ].map((deal) => judged('upbbbuy', deal, true));
  if (!usual || !far || !further || !large) throw new Error('each is judged');
  expect(stricter(usual, far)).toEqual({ ...far, isNeeded: false });
  expect(stricter(far, usual)).toEqual(far);
  expect(stricter(far, further).remarks).toEqual([{ kind: 'far', percent: '900.0' }]);
  expect(stricter(large, far)).toMatchObject({ isSlid: true, isOdd: true });
  expect(stricter(large, far).remarks.map(({ kind }) => kind)).toEqual(['far', 'all']);
  expect(stricter(usual, usual)).toEqual(usual);
});
