import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figure.ts';
import type { Machine } from './machine.ts';

/** How many processes wanted a processor when a bench began and when it ended, on the minute's average. */
export interface Load {
  readonly before: number;
  readonly after: number;
}

/** What one bench found, when, on what; without figures when it could not be measured. */
export interface Section {
  readonly name: string;
  /** ISO-8601. */
  readonly at: string;
  readonly machine: Machine;
  readonly load: Load;
  readonly figures: readonly Figure[] | null;
}

const FOLDER = fileURLToPath(new URL('../../docs/figures/', import.meta.url));
const WHY = 'why.md';

/** Keeps what a bench found beside what the others found, in place of what it found before. */
export async function keepSection(section: Section): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${section.name}.json`), `${JSON.stringify(section, null, 1)}\n`);
}

/** What each of these benches found last; those that never ran are left out. NaN is kept as null. */
export async function keptSections(names: readonly string[]): Promise<Section[]> {
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(FOLDER, `${name}.json`), 'utf8').catch(() => undefined);
      if (text === undefined) return [];
      const section = JSON.parse(text) as Omit<Section, 'figures'> & {
        readonly figures: readonly (Omit<Figure, 'value'> & { readonly value: number | null })[] | null;
      };
      return [
        {
          ...section,
          figures: section.figures?.map((figure) => ({ ...figure, value: figure.value ?? Number.NaN })) ?? null,
        },
      ];
    }),
  );
  return found.flat();
}

/** What is known of the figures that were missed: why, and what was tried. */
export const whyMissed = (): Promise<string> => readFile(join(FOLDER, WHY), 'utf8');
