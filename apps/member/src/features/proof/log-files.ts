import {
  decodeBundle,
  openNote,
  parseCheckpoint,
  parseEntry,
  parseVerifierKey,
  TILE_WIDTH,
  tilePath,
  widthOf,
  type Checkpoint,
  type Entry,
  type VerifierKey,
} from '@plimsoll/proof/log';
import { Lost } from '../../platform/envelope.ts';
import { withSignatures } from './signatures.ts';

/** A file of the log; undefined where there is none. Rejects with {@link Lost} or the caller's abort. */
async function readFile(path: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  if (!navigator.onLine) throw new Lost('unsent');
  const response = await fetch(`/log/${path}`, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new Lost('cut');
  });
  if (response.status >= 500) throw new Lost('cut');
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The keys of this site's log, the newest first. */
export async function readLogKeys(signal: AbortSignal): Promise<readonly VerifierKey[]> {
  const bytes = await readFile('vkey', signal);
  return bytes === undefined
    ? []
    : textOf(bytes)
        .split('\n')
        .flatMap((line) => parseVerifierKey(line) ?? []);
}

/** The newest published state of the log. */
export interface LogHead {
  readonly checkpoint: Checkpoint;
  readonly keys: readonly VerifierKey[];
  /** Whether the log's key signed it; undefined where this browser has no Ed25519. */
  readonly isSigned: boolean | undefined;
}

/** The head of the log; null before it has begun. */
export async function readLogHead(signal: AbortSignal): Promise<LogHead | null> {
  const [bytes, keys] = await Promise.all([readFile('checkpoint', signal), readLogKeys(signal)]);
  if (bytes === undefined) return null;
  const note = textOf(bytes);
  const checkpoint = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1));
  if (!checkpoint) throw new Lost('cut');
  const isSigned = await withSignatures((verify) => openNote(note, keys, verify) !== undefined).catch(() => undefined);
  return { checkpoint, keys, isSigned };
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
