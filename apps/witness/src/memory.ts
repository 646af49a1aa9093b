import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './durable.ts';

/** What a witness must not forget: the latest checkpoint that it cosigned of each log. */
export interface Memory {
  readonly read: (origin: string) => string | undefined;
  /** Returns once a power cut cannot undo it. */
  readonly write: (origin: string, note: string) => void;
}

/** The name of a log in addresses and folders: SHA-256 of its origin in hex (C2SP tlog-witness). */
export const originHash = (origin: string): string => createHash('sha256').update(origin).digest('hex');

/** One file a log, at the path where the witness serves it: `<hash of the origin>/checkpoint`. */
export function folderMemory(folder: string): Memory {
  const pathOf = (origin: string): string => join(folder, originHash(origin), 'checkpoint');
  return {
    read: (origin) => (existsSync(pathOf(origin)) ? readFileSync(pathOf(origin), 'utf8') : undefined),
    write: (origin, note) => writeDurably(pathOf(origin), note, 0o644),
  };
}
