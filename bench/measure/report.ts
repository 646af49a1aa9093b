import { limitText, valueText, verdictOf, type Figure } from './figure.ts';
import type { Section } from './kept.ts';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function figureRow(figure: Figure): string {
  const { what, measured, against } = figure;
  return row([
    what,
    measured,
    against ?? '',
    against === null && figure.unit !== '×' ? '' : valueText(figure),
    limitText(figure),
    verdictOf(figure),
  ]);
}

const heading = ({ name, at, machine, load }: Section): string[] => [
  `## ${name}`,
  '',
  `\`npm run bench:${name}\`, ${at.slice(0, 10)}: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, PostgreSQL ${machine.postgres}; load average ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after.`,
  '',
];

/** The page of figures: each with its limit, machine and date; missed figures and benches that never ran are named. */
export function report(sections: readonly Section[], names: readonly string[], why: string): string {
  const all = sections.flatMap(({ figures }) => figures ?? []);
  const missed = all.filter((figure) => verdictOf(figure) === 'missed').length;
  const failed = sections.filter(({ figures }) => figures === null).map(({ name }) => name);
  const unmeasured = [...failed, ...names.filter((name) => !sections.some((section) => section.name === name))];
  const judged = all.filter(({ limit }) => limit !== null).length;
  return [
    '# Figures',
    '',
    'Written by `npm run bench`, the lists last (`npm run bench -- lists`: their fixture alone takes a quarter of an hour and 20 GB). `npm run bench -- idle start` measures those alone and leaves the others as they are: each says when it was measured.',
    '',
    'What is compared was measured in turns in the same run, and the ratio is the middle of the rounds’ ratios (of the lists, that of all rounds together), because machines differ and are never quite quiet. Trust the ratios, not the rates. With a load average above the number of cores others were at work beside, and figures of several processes that wait for one another come out lower than they are.',
    '',
    `${judged - missed} of ${judged} limits reached${missed > 0 ? `, ${missed} missed` : ''}${unmeasured.length > 0 ? `; not measured: ${unmeasured.join(', ')}` : ''}.`,
    '',
    ...sections.flatMap((section) => [
      ...heading(section),
      ...(section.figures === null
        ? ['It could not be measured.']
        : [
            row(['what', 'measured', 'against', 'ratio', 'limit', '']),
            row(['---', '---', '---', '---', '---', '---']),
            ...section.figures.map(figureRow),
          ]),
      '',
    ]),
    why,
  ].join('\n');
}
