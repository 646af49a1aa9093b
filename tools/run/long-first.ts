import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These start whole servers and take minutes. */
const IS_LONG = /\/(e2e|tools)\//;

/** Runs long files first, so that none is waited for at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(IS_LONG.test(b.moduleId)) - Number(IS_LONG.test(a.moduleId)));
  }
}
