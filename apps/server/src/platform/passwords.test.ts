import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

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
  for (let turn = 0; turn < 15; turn += 1) {
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
