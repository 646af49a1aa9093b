import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LazyBoundary, lazyPart } from './lazy-part.tsx';

const Hull = ({ name }: { readonly name: string }) => <b>{name}</b>;
const hull = async () => ({ default: Hull });
const drawn = (part: ReturnType<typeof lazyPart<{ readonly name: string }>>): string =>
  renderToStaticMarkup(
    <LazyBoundary part={part} props={{ name: 'Plimsoll' }} fallback="…">
      <i />
    </LazyBoundary>,
  );

test('a part that is not loaded shows its fallback, without its children', () => {
  expect(drawn(lazyPart(hull))).toBe('…');
});

test('a part that was loaded ahead is drawn at once, with its children', async () => {
  const part = lazyPart(hull);
  await part.warm();
  expect(drawn(part)).toBe('<i></i><b>Plimsoll</b>');
});

test('a failure ahead of need is silent; when drawn the part is loaded by its own way', async () => {
  const lost = async (): Promise<never> => {
    throw new Error('cut off');
  };
  const part = lazyPart<{ readonly name: string }>(lost, hull);
  await expect(part.warm()).rejects.toThrow('cut off');
  expect(part.there()).toBeUndefined();
  expect(await part.draw()).toBe(Hull);
  expect(drawn(part)).toBe('<i></i><b>Plimsoll</b>');
});
