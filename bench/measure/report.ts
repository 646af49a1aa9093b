import { limitText, valueText, verdictOf, type Figure } from './figure.ts';
import type { Machine } from './machine.ts';

/** What one bench found; null when it could not be measured. */
export interface Section {
  readonly name: string;
  readonly figures: readonly Figure[] | null;
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function figureRow(figure: Figure): string {
  const { what, measured, against } = figure;
  return row([what, measured, against ?? '', against === null && figure.unit !== '×' ? '' : valueText(figure), limitText(figure), verdictOf(figure)]);
}

/** How many processes wanted a processor when the benches began and when they ended, on the minute's average. */
export interface Load {
  readonly before: number;
  readonly after: number;
}

/** The figures as a page: what was measured on which machine and when, each against its limit, missed ones as missed. */
export function report(sections: readonly Section[], machine: Machine, load: Load, at: Date): string {
  const all = sections.flatMap(({ figures }) => figures ?? []);
  const missed = all.filter((figure) => verdictOf(figure) === 'missed').length;
  const unmeasured = sections.filter(({ figures }) => figures === null).map(({ name }) => name);
  const judged = all.filter(({ limit }) => limit !== null).length;
  return [
    '# Figures',
    '',
    `Measured by \`npm run bench\` on ${at.toISOString().slice(0, 10)}: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, PostgreSQL ${machine.postgres}.`,
    '',
    'What is compared was measured in turns in the same run, and the ratio is the middle of the rounds’ ratios, because machines differ and are never quite quiet. Trust the ratios, not the rates.',
    '',
    `Load average of the machine when it began ${load.before.toFixed(1)}, when it ended ${load.after.toFixed(1)}: above ${machine.cores} others were at work beside, and figures of several processes that wait for one another come out lower than they are.`,
    '',
    `${judged - missed} of ${judged} limits reached${missed > 0 ? `, ${missed} missed` : ''}${unmeasured.length > 0 ? `; could not be measured: ${unmeasured.join(', ')}` : ''}.`,
    '',
    ...sections.flatMap(({ name, figures }) => (figures === null ? [] : [
      `## ${name}`, '', `\`npm run bench:${name}\``, '',
      row(['what', 'measured', 'against', 'ratio', 'limit', '']), row(['---', '---', '---', '---', '---', '---']), ...figures.map(figureRow), '',
    ])),
  ].join('\n');
}
