import { expect, test } from 'vitest';
import { columnsFor } from './pieces.tsx';

test('facts have three columns until one has no room in a third of a narrow phone; zeros that only fill up need none', () => {
  expect(columnsFor('50.00000000', '499997.48000000', null)).toBe(3);
  expect(columnsFor('50.00000000', '499997.12345600')).toBe(3);
  expect(columnsFor('50.00000000', '8499997.12345678')).toBe(2);
});
