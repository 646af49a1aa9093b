import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a file as a whole: once it returns, a power cut leaves the new content, and before that the old one. */
export function writeDurably(path: string, content: string, mode: number): void {
  const folder = dirname(path);
  // The folder's own entry in its parent must last too.
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) sync(dirname(folder));
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

function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
