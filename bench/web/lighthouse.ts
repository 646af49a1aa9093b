import lighthouse from 'lighthouse';

/** Lighthouse's mobile scores of a page, out of 100. */
export interface Scores {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly layoutShift: number;
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

/** Runs Lighthouse's mobile audit through the browser on `port`. */
export async function auditMobile(url: string, port: number): Promise<Scores> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: CATEGORIES });
  const report = result?.lhr;
  if (!report || report.runtimeError)
    throw new Error(`Lighthouse could not look: ${report?.runtimeError?.message ?? 'no report'}`);
  const score = (name: string) => Math.round((report.categories[name]?.score ?? Number.NaN) * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    layoutShift: report.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  };
}
