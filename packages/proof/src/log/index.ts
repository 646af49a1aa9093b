/**
 * The public log: its entries, tree, tiles and checkpoints, receipts and liabilities, to the byte (PROOF). No I/O; signing
 * and checking of signatures are handed in.
 */
export { canonicalJson } from '../canonical.ts';
export { fromBase64, toBase64, type Hash } from './bytes.ts';
export type { Canonical } from '../canonical.ts';
export { parseCanonical } from './canonical-text.ts';
export { checkpointText, originOf, parseCheckpoint, type Checkpoint } from './checkpoint.ts';
export { choiceOf, choiceSalt, commitOf, saltOf } from './commitment.ts';
export {
  entryLine,
  isOpened,
  isCommitted,
  parseEntry,
  type CommittedType,
  type Entry,
  type EntryFields,
  type EntryType,
  type Opened,
} from './entry.ts';
export { isEndOf, isFilled, type OpenedEntry } from './figures.ts';
export {
  checkLiabilities,
  LIABILITY_STEPS,
  type LiabilityCheck,
  type LiabilityHead,
  type LiabilityStep,
  type OwnedLeaves,
} from './liability-check.ts';
export {
  consistencyProof,
  EMPTY_ROOT,
  inclusionProof,
  isExtension,
  leafHash,
  nodeHash,
  rootByPath,
  rootOf,
  type ReadHash,
} from './merkle.ts';
export {
  cosignText,
  formatVerifierKey,
  joinNote,
  keyId,
  openNote,
  parseVerifierKey,
  signText,
  type OpenedNote,
  type Sign,
  type VerifierKey,
  type VerifySignature,
} from './note.ts';
export {
  batchPaths,
  batchText,
  checkReceipt,
  PROMISED_WITHIN_MS,
  RECEIPT_STEPS,
  receiptFile,
  type BatchSignature,
  type Receipt,
  type ReceiptCheck,
  type ReceiptStep,
  type ReceiptTrust,
} from './receipt.ts';
export {
  amountBytes,
  formatSum,
  leafNonce,
  parseSum,
  sumLeaf,
  sumNode,
  sumOfLeaves,
  sumRoot,
  sumStep,
  type Amounts,
  type LeafProof,
  type SumNode,
  type SumStep,
  type SumTreeHead,
} from './sum-tree.ts';
export {
  decodeBundle,
  encodeBundle,
  MAX_ENTRY_BYTES,
  parseTilePath,
  TILE_WIDTH,
  TileEdge,
  tilePath,
  widthOf,
  type FullTile,
  type TileName,
} from './tiles.ts';
