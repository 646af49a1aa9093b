import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest comes first, so that none is waited for at the end. Vitest knows how long files take only where it
 * has run them before, and takes large files for long ones where it has not.
 */
const ORDER = [
  // A minute and more each. Faults not next to each other: a server that must answer throughout needs some of a core.
  /\/e2e\/faults-failing\./,
  /\/tools\/backup\/backup\./,
  /\/e2e\/(?:cosigned|frauds)\./,
  /\/e2e\/faults-serving\./,
  /\/tools\/new-slice\//,
  /\/e2e\/(?:several|operating)\./,
  /\/e2e\/faults-lines\./,
  // These start whole servers.
  /\/(?:e2e|tools)\//,
];

/** Place of a file's kind in the order; after all for those of no kind. */
const placeOf = (file: string): number => {
  const place = ORDER.findIndex((kind) => kind.test(file));
  return place < 0 ? ORDER.length : place;
};

/** Runs long files first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a.moduleId) - placeOf(b.moduleId));
  }
}
