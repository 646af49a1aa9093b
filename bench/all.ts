import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure } from './measure/figure.ts';
import { keepSection, keptSections, whyMissed, type Section } from './measure/kept.ts';
import { describeMachine } from './measure/machine.ts';
import { report } from './measure/report.ts';
import { FIGURES_FILE, say } from './measure/run.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// `npm run bench`: every bench in its own process, one after another, the longest last; arguments name the benches to
// run. Figures are kept with their date in docs/figures; docs/FIGURES.md is written from all of them.

const PAPER = fileURLToPath(new URL('../docs/FIGURES.md', import.meta.url));
const BENCHES: readonly string[] = [
  'orders',
  'keys',
  'ledger',
  'crossing',
  'accrual',
  'options',
  'reads',
  'stream',
  'news',
  'webhooks',
  'web',
  'interactions',
  'shifts',
  'chart',
  'idle',
  'start',
  'feeds',
  'liabilities',
  'proof',
  'receipts',
  'log',
  'portfolio',
  'bytes',
  'lists',
];

const minuteLoad = (): number => loadavg()[0] ?? Number.NaN;

const readFigures = async (file: string): Promise<readonly Figure[]> => JSON.parse(await readFile(file, 'utf8'));

/** Runs one bench; the section has no figures when it could not be measured. */
async function run(name: string, folder: string): Promise<Section> {
  const file = join(folder, `${name}.json`);
  const before = minuteLoad();
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    env: { ...process.env, [FIGURES_FILE]: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = await once(child, 'exit');
  say('');
  return {
    name,
    at: new Date().toISOString(),
    machine: await describeMachine(),
    load: { before, after: minuteLoad() },
    figures: status === 0 ? await readFigures(file) : null,
  };
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench named ${unknown.join(', ')}: ${BENCHES.join(', ')}.\n`);
  process.exitCode = 2;
} else {
  await inTempFolder(async (folder) => {
    for (const name of asked.length > 0 ? asked : BENCHES) {
      await keepSection(await run(name, folder));
      // After each bench, so that an interrupted run loses nothing.
      await writeFile(PAPER, report(await keptSections(BENCHES), BENCHES, await whyMissed()));
    }
  });
}
