import type { AuditReport } from '../../apps/server/src/ledger/index.ts';

/** Prints each check with its figures, wrong rows below it, and a summary. */
export function printReport(report: AuditReport, say: (line: string) => void): void {
  for (const { name, ok, detail, rows } of report.checks) {
    say(`${ok ? 'ok ' : 'OFF'} ${name}: ${detail}`);
    for (const row of rows) say(`      ${row}`);
  }
  const off = report.checks.filter(({ ok }) => !ok).length;
  say(
    report.ok ? `audit clean: ${report.checks.length} checks` : `audit off: ${off} of ${report.checks.length} checks`,
  );
}
