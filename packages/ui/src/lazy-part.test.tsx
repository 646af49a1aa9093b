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

test('a part whose code is not there is stood in for, and what belongs to it stays away too', () => {
  expect(drawn(lazyPart(hull))).toBe('…');
});

test('a part that was fetched ahead is drawn at once, with what belongs to it', async () => {
  const part = lazyPart(hull);
  await part.warm();
  expect(drawn(part)).toBe('<i></i><b>Plimsoll</b>');
});

test('fetching ahead fails alone; where it is drawn it is fetched in the way that was given for it', async () => {
  const lost = async (): Promise<never> => {
    throw new Error('cut off');
  };
  const part = lazyPart<{ readonly name: string }>(lost, hull);
  await expect(part.warm()).rejects.toThrow('cut off');
  expect(part.there()).toBeUndefined();
  expect(await part.draw()).toBe(Hull);
  expect(drawn(part)).toBe('<i></i><b>Plimsoll</b>');
});
