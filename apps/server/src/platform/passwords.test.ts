import { expect, test } from 'vitest';
import { createPasswords, type Lane } from './passwords.ts';

test('a password fits its own hash and no other does', async () => {
  const passwords = createPasswords(2);
  const stored = await passwords.hash('Ahoy2026x');
  expect(stored).toMatch(/^\$argon2id\$/);
  expect(await passwords.hash('Ahoy2026x')).not.toBe(stored);
  expect([await passwords.verify(stored, 'Ahoy2026x'), await passwords.verify(stored, 'ahoy2026x')]).toEqual([
    true,
    false,
  ]);
});

test('an unknown account takes the same time and never matches', async () => {
  const passwords = createPasswords(1);
  expect(await passwords.verify(null, 'no password of any member')).toBe(false);
  const stored = await passwords.hash('Ahoy2026x');
  const timed = async (against: string | null) => {
    const from = process.hrtime.bigint();
    await passwords.verify(against, 'Wrong2026');
    return Number(process.hrtime.bigint() - from);
  };
  // In turns, and the shortest of each: a busy machine makes some longer, none shorter.
  const [unknown, known]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 40; turn += 1) {
    unknown.push(await timed(null));
    known.push(await timed(stored));
  }
  const ratio = Math.min(...unknown) / Math.min(...known);
  // Half and double leave room; without the work it would be a thousandth.
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test('concurrent checks each get their own answer', async () => {
  const passwords = createPasswords(2);
  const words = Array.from({ length: 8 }, (_each, place) => `Ahoy2026${place}`);
  const stored = await Promise.all(words.map((word) => passwords.hash(word)));
  const fits = await Promise.all(words.flatMap((word) => stored.map((hash) => passwords.verify(hash, word))));
  expect(fits.filter(Boolean)).toHaveLength(words.length);
});

test('a broken hash is an error for its caller alone', async () => {
  const passwords = createPasswords(1);
  await expect(passwords.verify('junk', 'x')).rejects.toThrow('Decoding failed');
  expect(await passwords.verify(await passwords.hash('a'), 'a')).toBe(true);
});

test('strangers who wait for a core delay neither the passwords of members nor those of operators', async () => {
  const passwords = createPasswords(1);
  const stored = await passwords.hash('Ahoy2026x');
  const ended: string[] = [];
  const by = (who: string, doing: Promise<unknown>) => doing.then(() => ended.push(who));
  const strangers = Array.from({ length: 6 }, () => by('stranger', passwords.verify(null, 'Wrong2026', 'unknown')));
  const newcomers = Array.from({ length: 6 }, () => by('newcomer', passwords.hash('Ahoy2026y', 'unknown')));
  await Promise.all([
    ...strangers,
    ...newcomers,
    by('operator', passwords.hash('Ahoy2026z', 'console')),
    by('known', passwords.hash('Ahoy2026z', 'known')),
    by('member', passwords.hash('Ahoy2026z')),
    by('member', passwords.verify(stored, 'Ahoy2026x')),
  ]);
  // One had a core already, and may have had another before the others came.
  const first = ended.findIndex((who) => who === 'member');
  expect(first).toBeLessThan(3);
  expect(ended.slice(first, first + 4)).toEqual(['member', 'member', 'operator', 'known']);
});

test('each eighth turn is one of the lanes that wait behind, so that none waits for ever', async () => {
  const passwords = createPasswords(1);
  const ended: string[] = [];
  const by = (lane: Lane) => passwords.hash('Ahoy2026x', lane).then(() => ended.push(lane));
  let left = 40;
  // As soon as one ends another waits: this lane is never empty.
  const inside = async (): Promise<void> => {
    while ((left -= 1) >= 0) await by('inside');
  };
  const behind = (['unknown', 'unknown', 'console', 'known', 'unknown'] as const).map((lane) => by(lane));
  await Promise.all([inside(), inside(), inside(), ...behind]);
  // The first had a core before any waited.
  expect(ended.slice(1).flatMap((lane, turn) => (lane === 'inside' ? [] : [[lane, turn + 1]]))).toEqual([
    ['unknown', 8],
    ['known', 16],
    ['console', 24],
    ['unknown', 32],
  ]);
});
