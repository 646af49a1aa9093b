import {
  consistencyProof,
  decodeBundle,
  inclusionProof,
  isExtension,
  leafHash,
  nodeHash,
  openNote,
  parseCheckpoint,
  parseEntry,
  parseVerifierKey,
  rootByPath,
  rootOf,
  TILE_WIDTH,
  tilePath,
  toBase64,
  widthOf,
  type Checkpoint,
  type Entry,
  type Hash,
  type ReadHash,
  type VerifierKey,
} from '@plimsoll/proof/log';
import { Lost } from '../../platform/envelope.ts';
import { cosignedBy, type Cosigned } from './cosignatures.ts';
import { isWithoutEd25519, withSignatures } from './signatures.ts';

const HASH_BYTES = 32;
/** Levels of the tree within one tile. */
const TILE_HEIGHT = 8;

/** A file of the log; undefined where there is none. Rejects with {@link Lost} or the caller's abort. */
async function readFile(
  path: string,
  signal: AbortSignal,
  cache: RequestCache = 'default',
): Promise<Uint8Array | undefined> {
  if (!navigator.onLine) throw new Lost('unsent');
  const response = await fetch(`/log/${path}`, { signal, cache }).catch((error: unknown) => {
    throw signal.aborted ? error : new Lost('cut');
  });
  if (response.status >= 500) throw new Lost('cut');
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The verifier keys of a file, one a line; none where there is no file. */
const keysIn = (bytes: Uint8Array | undefined): readonly VerifierKey[] =>
  bytes === undefined
    ? []
    : textOf(bytes)
        .split('\n')
        .flatMap((line) => parseVerifierKey(line) ?? []);

/** The keys of this site's log, the newest first. */
export async function readLogKeys(signal: AbortSignal): Promise<readonly VerifierKey[]> {
  return keysIn(await readFile('vkey', signal));
}

/** The keys of the witnesses that this log is submitted to; none where there are none (PROOF 4). */
export async function readWitnessKeys(signal: AbortSignal): Promise<readonly VerifierKey[]> {
  return keysIn(await readFile('witnesses', signal)).filter(({ type }) => type === 'cosignature');
}

/** The newest published state of the log. */
export interface LogHead {
  readonly checkpoint: Checkpoint;
  /** The same as it was served, with its signatures. */
  readonly note: string;
  readonly keys: readonly VerifierKey[];
  /** Whether the log's key signed it; undefined where this browser has no Ed25519. */
  readonly isSigned: boolean | undefined;
  /** What each witness of the log says of it; undefined where this browser has no Ed25519. */
  readonly witnesses: readonly Cosigned[] | undefined;
}

/** The checkpoint of a note; undefined when it is none. */
export const checkpointOf = (note: string): Checkpoint | undefined =>
  parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1));

/** The head of the log; null before it has begun. */
export async function readLogHead(witnesses: readonly VerifierKey[], signal: AbortSignal): Promise<LogHead | null> {
  const [bytes, keys] = await Promise.all([readFile('checkpoint', signal), readLogKeys(signal)]);
  if (bytes === undefined) return null;
  const note = textOf(bytes);
  const checkpoint = checkpointOf(note);
  if (!checkpoint) throw new Lost('cut');
  const signed = await withSignatures((verify) => ({
    isSigned: openNote(note, keys, verify)?.signatures.some(({ key }) => key.name === checkpoint.origin) ?? false,
    witnesses: cosignedBy(note, witnesses, verify),
  })).catch((error: unknown) => {
    if (isWithoutEd25519(error)) return { isSigned: undefined, witnesses: undefined };
    throw error;
  });
  return { checkpoint, note, keys, ...signed };
}

/** The hashes of a log's tree of this size, from its tiles. */
function hashesOf(size: number, signal: AbortSignal, cache?: RequestCache): ReadHash {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const tileAt = (level: number, index: number): Promise<Uint8Array> => {
    const path = tilePath({ level, index, width: widthOf(level, index, size) });
    // A partial tile is removed once the full one stands, which begins with it.
    const read = async () =>
      (await readFile(path, signal, cache)) ??
      (await readFile(tilePath({ level, index, width: TILE_WIDTH }), signal, cache));
    const known =
      tiles.get(path) ??
      read().then((bytes) => {
        if (bytes === undefined) throw new Lost('cut');
        return bytes;
      });
    tiles.set(path, known);
    return known;
  };
  return async (level, index) => {
    const width = 2 ** (level % TILE_HEIGHT);
    const first = index * width;
    const tile = await tileAt(Math.floor(level / TILE_HEIGHT), Math.floor(first / TILE_WIDTH));
    return subtreeOf(tile, first % TILE_WIDTH, width);
  };
}

/** The hash over `width` hashes of a tile, a power of two, from one on. */
function subtreeOf(tile: Uint8Array, from: number, width: number): Hash {
  if (width === 1) return tile.slice(from * HASH_BYTES, (from + 1) * HASH_BYTES);
  const half = width / 2;
  return nodeHash(subtreeOf(tile, from, half), subtreeOf(tile, from + half, half));
}

const isSame = (one: Hash, other: Hash): boolean => toBase64(one) === toBase64(other);

/** Whether the tree of a head has this entry's line at this place, computed from the log's tiles. */
export async function isInHead(
  line: string,
  index: number,
  { size, root }: Checkpoint,
  signal: AbortSignal,
): Promise<boolean> {
  const path = await inclusionProof(index, size, hashesOf(size, signal));
  const found = rootByPath(index, size, leafHash(new TextEncoder().encode(line)), path);
  return found !== undefined && isSame(found, root);
}

/**
 * Whether the tree of a head has all entries of an older one, unchanged, computed from the log's tiles (RFC 9162, 2.1.4).
 * Rejects with {@link Lost} where the tiles are not those of the head: they say nothing of it.
 */
export async function isContinued(older: Checkpoint, head: Checkpoint, signal: AbortSignal): Promise<boolean> {
  if (older.size > head.size) return false;
  // Again past the browser's cache, which keeps a full tile for good.
  for (const cache of ['default', 'reload'] as const) {
    const read = hashesOf(head.size, signal, cache);
    // oxlint-disable-next-line eslint/no-await-in-loop -- only where the first reading did not do
    const proof = await consistencyProof(older.size, head.size, read);
    if (isExtension(older, head, proof)) return true;
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    if (isSame(await rootOf(head.size, read), head.root)) return false;
  }
  throw new Lost('cut');
}

/** An entry with its number. */
export interface NumberedEntry {
  readonly index: number;
  readonly entry: Entry;
}

/** Max entries shown. */
const LATEST = 100;

/** The last hundred entries of a log of this size, the newest first. */
export async function readLatest(size: number, signal: AbortSignal): Promise<readonly NumberedEntry[]> {
  const from = Math.max(0, size - LATEST);
  const bundles: number[] = [];
  for (let at = Math.floor(from / TILE_WIDTH); at * TILE_WIDTH < size; at += 1) bundles.push(at);
  const read = await Promise.all(
    bundles.map(async (at) => {
      const bytes = await readFile(
        tilePath({ level: 'entries', index: at, width: widthOf('entries', at, size) }),
        signal,
      );
      const entries = bytes && decodeBundle(bytes);
      if (!entries) throw new Lost('cut');
      return entries.map((line, place) => ({ index: at * TILE_WIDTH + place, entry: parseEntry(textOf(line)) }));
    }),
  );
  return read
    .flat()
    .flatMap(({ index, entry }) => (index >= from && entry ? [{ index, entry }] : []))
    .reverse();
}
