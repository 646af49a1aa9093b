import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a file as a whole: once it returns, a power cut leaves the new content, and before that the old one. */
export function writeDurably(path: string, content: string, mode: number): void {
  const folder = dirname(path);
  makeFolder(folder);
  const file = openSync(`${path}.new`, 'w', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  sync(folder);
}

/** Makes a folder that its owner alone may enter; a power cut afterwards leaves it there. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
  sync(dirname(folder));
}

function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
