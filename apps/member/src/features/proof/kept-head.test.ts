import { checkpointText, joinNote, leafHash, TileEdge, tilePath, widthOf, type Hash } from '@plimsoll/proof/log';
import { beforeEach, expect, test, vi } from 'vitest';
import { Lost } from '../../platform/envelope.ts';
import { BEHIND_MS, forgetHead, keptHead, meetKept } from './kept-head.ts';
import { checkpointOf, type LogHead } from './log-files.ts';

/** Entries by number; those of another log have another name. */
const entry = (name: string, index: number): Uint8Array => new TextEncoder().encode(`${name} ${index}`);

/** What the server serves: `before` entries of `honest`, the others of `name`. */
let served: readonly Uint8Array[] = [];
const logOf = (size: number, name = 'honest', before = size): readonly Uint8Array[] =>
  Array.from({ length: size }, (_, index) => entry(index < before ? 'honest' : name, index));

const bytesOf = (hashes: readonly Hash[]): Uint8Array => Uint8Array.from(hashes.flatMap((hash) => [...hash]));

/** The tiles of `served`: it is smaller than one tile of the second level. */
function fetchTile(path: string): Promise<Response> {
  const leaves = served.map((line) => leafHash(line));
  const found = [0, 1]
    .map((index) => ({ level: 0, index, width: widthOf(0, index, served.length) }))
    .find((tile) => `/log/${tilePath(tile)}` === path);
  if (found)
    return Promise.resolve(
      new Response(bytesOf(leaves.slice(found.index * 256, found.index * 256 + found.width)).slice()),
    );
  return Promise.resolve(new Response(null, { status: 404 }));
}

/** The head of a log that is served from now on. */
function headOf(lines: readonly Uint8Array[]): LogHead {
  served = lines;
  const edge = new TileEdge();
  for (const line of lines) edge.append(line);
  const note = joinNote(checkpointText({ origin: 'quay.example/log', size: edge.size, root: edge.root }), ['— x\n']);
  const checkpoint = checkpointOf(note);
  if (!checkpoint) throw new Error('no checkpoint');
  return { checkpoint, note, keys: [], isSigned: true, witnesses: [] };
}

const meet = (head: LogHead, nowMs = 0) => meetKept(head, nowMs, new AbortController().signal);

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('fetch', fetchTile);
  vi.stubGlobal('navigator', { onLine: true });
});

test('the first head is kept, and each that continues it takes its place', async () => {
  expect(await meet(headOf(logOf(3)), 1)).toBe('first');
  expect(await meet(headOf(logOf(3)), 2)).toBe('continued');
  const grown = headOf(logOf(200));
  expect(await meet(grown, 3)).toBe('continued');
  expect(keptHead()).toEqual({ note: grown.note, atMs: 3 });
});

const OTHERS = [
  { what: 'an entry changed and others followed', other: logOf(200, 'changed', 150) },
  { what: 'its last entry changed', other: logOf(180, 'changed', 179) },
  { what: 'its last entry was removed', other: logOf(179) },
];
for (const { what, other } of OTHERS)
  test(`a log is found of which ${what}, and both heads stay until they are forgotten`, async () => {
    const [first, second] = [headOf(logOf(180)), headOf(other)];
    served = logOf(180);
    await meet(first, 1);
    served = other;
    expect(await meet(second, BEHIND_MS + 1)).toBe('changed');
    expect(await meet(headOf(logOf(200)), BEHIND_MS + 2)).toBe('changed');
    expect(keptHead()).toEqual({ note: first.note, atMs: 1, against: second.note });
    forgetHead();
    expect(await meet(headOf(other), BEHIND_MS + 3)).toBe('first');
  });

test('a head that is smaller for a while only decides nothing: another server may be behind', async () => {
  const first = headOf(logOf(180));
  await meet(first, 1);
  expect(await meet(headOf(logOf(179)), BEHIND_MS)).toBeUndefined();
  expect(keptHead()).toEqual({ note: first.note, atMs: 1 });
});

test('a head that was read before the one that is kept decides nothing, however late it comes', async () => {
  const early = headOf(logOf(179));
  const first = headOf(logOf(180));
  await meet(first, BEHIND_MS + 1);
  expect(await meet(early, 1)).toBeUndefined();
  expect(keptHead()).toEqual({ note: first.note, atMs: BEHIND_MS + 1 });
});

test('tiles of another tree than the head’s are no evidence: they are read again, past the cache', async () => {
  const first = headOf(logOf(180));
  await meet(first, 1);
  const grown = headOf(logOf(200));
  served = logOf(200, 'changed', 100);
  await expect(meet(grown, 2)).rejects.toThrow(Lost);
  expect(keptHead()).toEqual({ note: first.note, atMs: 1 });
  const cached = logOf(200, 'changed', 100);
  vi.stubGlobal('fetch', (path: string, { cache }: RequestInit) => {
    served = cache === 'reload' ? logOf(200) : cached;
    return fetchTile(path);
  });
  expect(await meet(grown, 3)).toBe('continued');
});

test.each([false, undefined])('a head is neither kept nor evidence where its signature is: %s', async (isSigned) => {
  expect(await meet({ ...headOf(logOf(3)), isSigned })).toBeUndefined();
  expect(keptHead()).toBeNull();
  await meet(headOf(logOf(180)), 1);
  expect(await meet({ ...headOf(logOf(181, 'changed', 1)), isSigned }, 2)).toBeUndefined();
  expect(keptHead()).not.toHaveProperty('against');
});

test.each(['', '{', '[]', 'null', '{"note":"x","atMs":1}', '{"note":1}'])(
  'what is kept and cannot be read counts as nothing: %s',
  (broken) => {
    localStorage.setItem('log', broken);
    expect(keptHead()).toBeNull();
  },
);
