import { writeFileSync } from 'node:fs';
import { lineOf, type Figure } from './figure.ts';

/** Environment variable with the file that `npm run bench` reads a bench's figures from. */
export const FIGURES_FILE = 'BENCH_FIGURES_FILE';

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Runs one bench and prints its figures. Exits with 0 even when one is missed, with 1 and a message when it could not
 * be measured.
 */
export async function bench(title: string, measure: () => Promise<readonly Figure[]>): Promise<void> {
  say(title);
  try {
    const figures = await measure();
    for (const figure of figures) say(lineOf(figure));
    const file = process.env[FIGURES_FILE];
    if (file !== undefined) writeFileSync(file, JSON.stringify(figures));
  } catch (error) {
    process.stderr.write(`${title} could not be measured: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
