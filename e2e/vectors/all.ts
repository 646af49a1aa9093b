import { noteVectors } from './notes.ts';
import { liabilityVectors, receiptVectors } from './statements.ts';
import { tileVectors, treeVectors } from './trees.ts';
import { canonicalVectors, commitmentVectors, entryVectors } from './values.ts';

/** The files of `verify/vectors` by name, the same at every run (PROOF 6.1). */
export async function vectorFiles(): Promise<ReadonlyMap<string, string>> {
  const subjects = {
    'canonical-json': canonicalVectors(),
    entries: entryVectors(),
    commitments: commitmentVectors(),
    trees: await treeVectors(),
    tiles: tileVectors(),
    notes: noteVectors(),
    receipts: await receiptVectors(),
    liabilities: liabilityVectors(),
  };
  return new Map(
    Object.entries(subjects).map(([name, content]) => [`${name}.json`, `${JSON.stringify(content, null, 1)}\n`]),
  );
}
