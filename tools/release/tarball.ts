import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

/** A file of a tarball. */
export interface Entry {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isProgram: boolean;
}

const BLOCK = 512;
const NAME_MAX = 100;
const PREFIX_MAX = 155;

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** A name of up to 255 bytes in the two parts that ustar has for it. @throws RangeError for a longer one. */
function partsOf(path: string): { readonly name: string; readonly prefix: string } {
  if (Buffer.byteLength(path) <= NAME_MAX) return { name: path, prefix: '' };
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= NAME_MAX && Buffer.byteLength(prefix) <= PREFIX_MAX) return { name, prefix };
  }
  throw new RangeError(`the path is too long for a tarball: ${path}`);
}

function headerOf({ path, bytes, isProgram }: Entry, epochS: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const { name, prefix } = partsOf(path);
  header.write(name, 0);
  header.write(octal(isProgram ? 0o755 : 0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes.length, 12), 124);
  header.write(octal(epochS, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write(prefix, 345);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/**
 * A compressed tarball that depends on its files alone: in this order, all of one time, owned by root, with no trace of the
 * machine it was made on.
 */
export function tarballOf(entries: readonly Entry[], epochS: number): Buffer {
  const blocks = entries.flatMap((entry) => [
    headerOf(entry, epochS),
    Buffer.from(entry.bytes),
    Buffer.alloc((BLOCK - (entry.bytes.length % BLOCK)) % BLOCK),
  ]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** Reads a file for a tarball, under another name there. */
export const entryOf = async (file: string, path: string): Promise<Entry> => ({
  path,
  bytes: await readFile(file),
  isProgram: ((await stat(file)).mode & 0o100) !== 0,
});

/** SHA-256 in hex. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
