import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure } from './measure/figure.ts';
import { describeMachine } from './measure/machine.ts';
import { report, type Section } from './measure/report.ts';
import { FIGURES_FILE, say } from './measure/run.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// `npm run bench`: every bench in a process of its own, one after another, and docs/FIGURES.md written from what they found. Names of
// benches as arguments run only those, and write nothing.

const PAPER = fileURLToPath(new URL('../docs/FIGURES.md', import.meta.url));
const BENCHES = ['orders', 'ledger', 'crossing', 'accrual', 'options', 'reads', 'stream', 'web', 'chart', 'idle', 'start', 'lists'] as const;

/** Runs one bench; without figures when it could not be measured. */
async function run(name: string, folder: string): Promise<Section> {
  const file = join(folder, `${name}.json`);
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    env: { ...process.env, [FIGURES_FILE]: file }, stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = await once(child, 'exit');
  say('');
  return { name, figures: status === 0 ? JSON.parse(await readFile(file, 'utf8')) as Figure[] : null };
}

const minuteLoad = (): number => loadavg()[0] ?? Number.NaN;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(BENCHES as readonly string[]).includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench named ${unknown.join(', ')}: ${BENCHES.join(', ')}.\n`);
  process.exitCode = 2;
} else {
  await inTempFolder(async (folder) => {
    const before = minuteLoad();
    const sections: Section[] = [];
    for (const name of asked.length > 0 ? asked : BENCHES) sections.push(await run(name, folder));
    if (asked.length === 0) await writeFile(PAPER, report(sections, await describeMachine(), { before, after: minuteLoad() }, new Date()));
  });
}
