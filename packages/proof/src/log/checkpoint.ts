import { hashFromBase64, toBase64, type Hash } from './bytes.ts';

/** The state of a log at one size (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** `plimsoll.example/log`; also the name of the log's key. */
  readonly origin: string;
  /** Entries in it. */
  readonly size: number;
  readonly root: Hash;
}

/** A checkpoint's text, to be signed as a note. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`;

const SIZE = /^(?:0|[1-9]\d{0,15})$/;

/** Reads a checkpoint from a note's text; undefined when it is none. Lines after the third are passed over. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', size = '', root = '', ...rest] = text.split('\n');
  const hash = hashFromBase64(root);
  if (origin === '' || !SIZE.test(size) || !hash || rest.length === 0) return undefined;
  return Number.isSafeInteger(Number(size)) ? { origin, size: Number(size), root: hash } : undefined;
}

/**
 * The origin of a deployment's log: the host of its public address, with its port where that is not the scheme's own,
 * and `/log` (PROOF 2).
 * @throws TypeError when it is no address
 */
export const originOf = (publicUrl: string): string => `${new URL(publicUrl).host}/log`;
