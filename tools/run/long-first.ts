import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that start whole servers take minutes and mostly wait. */
const IS_LONG = /\/(e2e|tools)\//;

/** Runs long files before all others, so that in the end none of them is waited for alone. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(IS_LONG.test(b.moduleId)) - Number(IS_LONG.test(a.moduleId)));
  }
}
