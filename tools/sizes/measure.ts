import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

/** A script or stylesheet of a built app. */
export interface Piece {
  /** Its name without the hash: `boot`. Pieces of one name are summed. */
  readonly name: string;
  /** Compressed with brotli. */
  readonly bytes: number;
}

/** Pieces of a built app. */
export interface Built {
  /** Scripts of the first view; of the words, English. */
  readonly first: readonly Piece[];
  /** Scripts loaded by screens; without words. */
  readonly later: readonly Piece[];
  /** Styles of the first view. */
  readonly styles: readonly Piece[];
  /** Paths of the scripts of the first view, from the folder on. */
  readonly firstFiles: ReadonlySet<string>;
}

const HASHED = /-[\w-]{8}\.(?:js|css)$/;
const NAMED = /<(?:script|link)\b[^>]*(?:src|href)="([^"]+\.(?:js|css))"[^>]*>/g;
const INLINE = /<style>([\s\S]*?)<\/style>/g;
/** Words of a language; the first view's have no slice in the name. */
const WORDS = /^words-/;
const FIRST_WORDS = /^words-en-[\w-]{8}\.js$/;

/** The bytes of a file as it is sent: compressed with brotli. */
export const packed = (path: string): number =>
  existsSync(`${path}.br`) ? readFileSync(`${path}.br`).length : brotliCompressSync(readFileSync(path)).length;

/** The name of a file without its hash. */
export const nameOf = (file: string): string => file.replace(HASHED, '').replace(/\.(?:js|css)$/, '');

/** Sums files of one name, the largest first. */
function pieces(folder: string, files: readonly string[]): Piece[] {
  const bytes = new Map<string, number>();
  for (const file of files) {
    const name = nameOf(file.split('/').at(-1) ?? file);
    bytes.set(name, (bytes.get(name) ?? 0) + packed(`${folder}/${file}`));
  }
  return [...bytes].map(([name, each]) => ({ name, bytes: each })).toSorted((a, b) => b.bytes - a.bytes);
}

/** Reads a built app: `folder` is its `dist`, `base` its path on the server (`/`, `/operator/`). */
export function readBuilt(folder: string, base: string): Built {
  const page = readFileSync(`${folder}/index.html`, 'utf8');
  const named = [...page.matchAll(NAMED)].map(([, path = '']) => path.slice(base.length));
  const assets = readdirSync(`${folder}/assets`);
  const scripts = assets.filter((file) => file.endsWith('.js'));
  const first = [
    ...named.filter((path) => path.endsWith('.js')),
    ...scripts.filter((file) => FIRST_WORDS.test(file)).map((file) => `assets/${file}`),
  ];
  const inline = [...page.matchAll(INLINE)].map(([, text = '']) => text).join('\n');
  return {
    first: pieces(folder, first),
    firstFiles: new Set(first),
    later: pieces(
      folder,
      scripts.filter((file) => !WORDS.test(file) && !first.includes(`assets/${file}`)).map((file) => `assets/${file}`),
    ),
    styles: [
      ...(inline === '' ? [] : [{ name: 'inline', bytes: brotliCompressSync(inline).length }]),
      ...pieces(
        folder,
        named.filter((path) => path.endsWith('.css')),
      ),
    ],
  };
}
