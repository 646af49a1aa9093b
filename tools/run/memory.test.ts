import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMemoryFolder } from './memory.ts';

let under = '';
beforeEach(() => {
  under = mkdtempSync(join(tmpdir(), 'memory-'));
});
afterEach(() => rmSync(under, { recursive: true }));

test('a folder in memory is there until it is removed, with all that is in it', () => {
  const folder = openMemoryFolder(under, 1);
  writeFileSync(join(folder?.path ?? '', 'kept'), 'this');
  expect(existsSync(join(folder?.path ?? '', 'kept'))).toBe(true);
  folder?.remove();
  expect(existsSync(folder?.path ?? '')).toBe(false);
});

test('there is none where there is too little room, or no such memory', () => {
  expect(openMemoryFolder(under, Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect(openMemoryFolder(join(under, 'nowhere'), 1)).toBeUndefined();
});

test('what a killed run left is removed, what a running one has stays', () => {
  const [left, running] = [join(under, 'plimsoll-tests-999999999'), join(under, `plimsoll-tests-${process.ppid}`)];
  for (const folder of [left, running]) mkdirSync(folder);
  openMemoryFolder(under, 1);
  expect([existsSync(left), existsSync(running)]).toEqual([false, true]);
});
