import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figure.ts';
import type { Machine } from './machine.ts';

/** One-minute load average when a bench began and ended. */
export interface Load {
  readonly before: number;
  readonly after: number;
}

/** What one bench measured, when, on which machine; without figures when it could not be measured. */
export interface Section {
  readonly name: string;
  readonly at: string;
  readonly machine: Machine;
  readonly load: Load;
  readonly figures: readonly Figure[] | null;
}

/** As JSON has it, where a value that is NaN is null. */
interface StoredSection extends Omit<Section, 'figures'> {
  readonly figures: readonly (Omit<Figure, 'value'> & { readonly value: number | null })[] | null;
}

const FOLDER = fileURLToPath(new URL('../../docs/figures/', import.meta.url));
const WHY = 'why.md';

/** Stores a bench's figures in place of its previous ones. */
export async function keepSection(section: Section): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${section.name}.json`), `${JSON.stringify(section, null, 1)}\n`);
}

/** The last figures of these benches; those that never ran are left out. */
export async function keptSections(names: readonly string[]): Promise<Section[]> {
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(FOLDER, `${name}.json`), 'utf8').catch(() => undefined);
      if (text === undefined) return [];
      const section: StoredSection = JSON.parse(text);
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

export const whyMissed = (): Promise<string> => readFile(join(FOLDER, WHY), 'utf8');
