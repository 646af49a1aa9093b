import { utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Canonical } from '../canonical.ts';
import { equalBytes, hashFromBase64, toBase64, type Hash } from './bytes.ts';
import { parseCheckpoint, type Checkpoint } from './checkpoint.ts';
import { choiceOf, choiceSalt, commitOf } from './commitment.ts';
import { isCommitted, isOpened, parseEntry, type Entry } from './entry.ts';
import { inclusionProof, joinSubtrees, leafHash, nodeHash, rootByPath } from './merkle.ts';
import { openNote, type OpenedNote, type VerifierKey, type VerifySignature } from './note.ts';

/** What a member keeps of one entry of the log (PROOF 3). Hashes are in standard base64. */
export interface Receipt {
  /** The entry's line. */
  readonly entry: string;
  /** 64 hex digits; null for an entry that commits to nothing. */
  readonly salt: string | null;
  /** What the entry commits to; null where it commits to nothing. */
  readonly opened: Canonical;
  /** The platform's signature from the moment of the commit. */
  readonly signature: BatchSignature;
  /** The entry's place in the log; null until a checkpoint includes it, as `proof` and `checkpoint` are. */
  readonly index: number | null;
  readonly proof: readonly string[] | null;
  /** A signed note. */
  readonly checkpoint: string | null;
}

/** One signature over the entries of a batch, and an entry's place in it. */
export interface BatchSignature {
  readonly i: number;
  readonly path: readonly string[];
  /** A signed note over {@link batchText}. */
  readonly note: string;
}

/** The text that the log's key signs for a batch of `size` entries: its second line is no number, so it is no checkpoint. */
export const batchText = (origin: string, size: number, root: Hash): string =>
  `receipt/v1\n${origin}\n${size}\n${toBase64(root)}\n`;

/** The paths of all entries of a batch and its root. */
export async function batchPaths(lines: readonly string[]): Promise<{ root: Hash; paths: string[][] }> {
  const rows: Hash[][] = [lines.map((line) => leafHash(utf8ToBytes(line)))];
  for (let row = rows[0] ?? []; row.length > 1;) {
    const below = row;
    row = below.flatMap((left, at) => {
      const right = below[at + 1];
      return at % 2 === 0 && right ? [nodeHash(left, right)] : [];
    });
    rows.push(row);
  }
  const read = (level: number, index: number): Hash => {
    const hash = rows[level]?.[index];
    if (!hash) throw new RangeError(`no subtree ${level}/${index} in a batch of ${lines.length}`);
    return hash;
  };
  const proofs = await Promise.all(lines.map(async (_, at) => inclusionProof(at, lines.length, read)));
  const size = lines.length;
  const complete = rows.flatMap((row, level) => (Math.floor(size / 2 ** level) % 2 === 1 ? [row.at(-1)] : []));
  const subtrees = complete.filter((hash) => hash !== undefined).reverse();
  return { root: joinSubtrees(subtrees), paths: proofs.map((path) => path.map((hash) => toBase64(hash))) };
}

/** Whom a check of a receipt believes, and when it is made. */
export interface ReceiptTrust {
  /** The keys of the log, the old ones too. */
  readonly logKeys: readonly VerifierKey[];
  readonly witnesses: readonly VerifierKey[];
  readonly verify: VerifySignature;
  readonly nowMs: number;
}

/** The steps of a check, in their order. */
export const RECEIPT_STEPS = ['entry', 'commitment', 'signature', 'inclusion', 'witnesses'] as const;
export type ReceiptStep = (typeof RECEIPT_STEPS)[number];

/** What a check found. */
export interface ReceiptCheck {
  /** The entry as it was read; undefined when the first step failed. */
  readonly entry?: Entry;
  /** Steps that hold. */
  readonly passed: readonly ReceiptStep[];
  /** The first step that does not hold; those after it were not looked at. */
  readonly failed?: ReceiptStep;
  /** Not in the log yet, and still within its time. */
  readonly isPending: boolean;
  /** Good cosignatures. */
  readonly witnesses: number;
}

/** A receipt without its place in the log later than this is proof of a broken promise. */
export const PROMISED_WITHIN_MS = 12_000;
/** Dated further ahead than this, an entry would never be late. */
const AHEAD_MS = 60_000;
/** A witness's clock may be this much behind. */
const WITNESS_CLOCK_MS = 60_000;

/** Checks a receipt step by step (PROOF 3). */
export function checkReceipt(receipt: Receipt, trust: ReceiptTrust): ReceiptCheck {
  const entry = parseEntry(receipt.entry);
  const passed: ReceiptStep[] = [];
  const fail = (failed: ReceiptStep): ReceiptCheck => ({
    ...(entry ? { entry } : {}),
    passed,
    failed,
    isPending: false,
    witnesses: 0,
  });
  if (!entry) return fail('entry');
  passed.push('entry');
  if (!isCommitment(entry, receipt)) return fail('commitment');
  passed.push('commitment');
  const origin = signedOrigin(receipt, trust);
  if (origin === undefined) return fail('signature');
  passed.push('signature');
  const found = includedIn(receipt, trust, origin);
  if (found === 'pending') {
    const sinceMs = trust.nowMs - Date.parse(entry.at);
    return sinceMs > PROMISED_WITHIN_MS || sinceMs < -AHEAD_MS
      ? fail('inclusion')
      : { entry, passed, isPending: true, witnesses: 0 };
  }
  if (!found) return fail('inclusion');
  passed.push('inclusion');
  if (isDatedBefore(found, entry.at)) return fail('witnesses');
  passed.push('witnesses');
  return { entry, passed, isPending: false, witnesses: timesOf(found).length };
}

/** When witnesses cosigned, in milliseconds. */
const timesOf = ({ signatures }: OpenedNote): number[] =>
  signatures.flatMap(({ atSeconds }) => (atSeconds === undefined ? [] : [atSeconds * 1000]));

/** Whether a witness cosigned a checkpoint long before the ISO time of what it includes (PROOF 2.4). */
export const isDatedBefore = (note: OpenedNote, at: string): boolean =>
  timesOf(note).some((ms) => Date.parse(at) > ms + WITNESS_CLOCK_MS);

function isCommitment(entry: Entry, { opened, salt }: Receipt): boolean {
  if (!isCommitted(entry.t) || !('commit' in entry)) return opened === null && salt === null;
  if (salt === null || !/^[0-9a-f]{64}$/.test(salt) || !isOpened(entry.t, opened)) return false;
  if (commitOf(opened, salt) !== entry.commit) return false;
  return (
    entry.t !== 'option-taken' ||
    !('direction' in opened) ||
    choiceOf(opened.direction, choiceSalt(salt)) === entry.choice
  );
}

const pathOf = (path: readonly string[]): Hash[] | undefined => {
  const hashes = path.map((each) => hashFromBase64(each));
  return hashes.every((hash) => hash !== undefined) ? hashes : undefined;
};

/** The origin whose key signed the batch that the entry is in. */
function signedOrigin({ entry, signature }: Receipt, { logKeys, verify }: ReceiptTrust): string | undefined {
  const note = openNote(signature.note, logKeys, verify);
  const [kind, origin = '', size = '', root = '', ...rest] = note?.text.split('\n') ?? [];
  const path = pathOf(signature.path);
  if (!note || !path || kind !== 'receipt/v1' || !/^[1-9]\d{0,9}$/.test(size) || rest.join('') !== '') return undefined;
  if (!note.signatures.some(({ key }) => key.name === origin)) return undefined;
  const found = rootByPath(signature.i, Number(size), leafHash(utf8ToBytes(entry)), path);
  return found && toBase64(found) === root ? origin : undefined;
}

type Included = OpenedNote & { readonly checkpoint: Checkpoint };

/** The checkpoint of a log that includes the entry; undefined when it does not, or is not signed by the log's key. */
export function includedIn(
  { entry, index, proof, checkpoint }: Pick<Receipt, 'entry' | 'index' | 'proof' | 'checkpoint'>,
  { logKeys, witnesses, verify }: Omit<ReceiptTrust, 'nowMs'>,
  origin: string,
): Included | 'pending' | undefined {
  if (index === null && proof === null && checkpoint === null) return 'pending';
  if (index === null || proof === null || checkpoint === null) return undefined;
  const note = openNote(checkpoint, [...logKeys, ...witnesses], verify);
  const read = note && parseCheckpoint(note.text);
  const path = pathOf(proof);
  if (!read || !path || read.origin !== origin) return undefined;
  if (!note.signatures.some(({ key }) => key.type === 'ed25519' && key.name === origin)) return undefined;
  const root = rootByPath(index, read.size, leafHash(utf8ToBytes(entry)), path);
  return root && equalBytes(root, read.root) ? { ...note, checkpoint: read } : undefined;
}

/** A receipt as the bytes of a file, the same for the same receipt. */
export const receiptFile = ({ entry, salt, opened, signature, index, proof, checkpoint }: Receipt): string =>
  canonicalJson({
    entry,
    salt,
    opened,
    signature: { i: signature.i, path: signature.path, note: signature.note },
    index,
    proof,
    checkpoint,
  });
