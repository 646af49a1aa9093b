import type { Row } from './run.ts';

const percent = (part: number): string => `${part > 0 ? '+' : ''}${(part * 100).toFixed(2)}`;
const interval = ({ mean, low, high }: Row): string => `${percent(mean)} [${percent(low)}, ${percent(high)}]`;

export const rowText = (row: Row): string =>
  [
    row.source,
    row.strategy,
    row.market,
    row.seconds === null ? 'spot' : `${row.seconds} s`,
    `n ${row.decisions}`,
    interval(row),
  ].join(' · ');

/** For each strategy and duration the market with the highest expectation, as a Markdown table. */
export function bestTable(rows: readonly Row[]): string[] {
  const best = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.source} ${row.strategy} ${row.seconds}`;
    const kept = best.get(key);
    if (!kept || row.mean > kept.mean) best.set(key, row);
  }
  const cells = (row: Row): string[] => [
    row.source,
    row.strategy,
    row.seconds === null ? '' : `${row.seconds} s`,
    row.market,
    String(row.decisions),
    interval(row),
    row.low > 0 ? 'yes' : '',
  ];
  return [
    '| source | strategy | duration | best market | decisions | expects, % [99 %] | above zero |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...[...best.values()].map((row) => `| ${cells(row).join(' | ')} |`),
  ];
}
