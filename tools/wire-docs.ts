import { writeFileSync } from 'node:fs';
import { ROOT } from './run/part.ts';
import { readFiles } from './tidy/house.ts';
import { renderWire } from './wire-docs/render.ts';

// Writes the pages of the wire from the contract and the introductions in docs/wire. `npm run check` fails while they
// are not what this writes.
for (const { path, text } of await renderWire(readFiles(ROOT))) {
  writeFileSync(`${ROOT}${path}`, text);
  console.log(`${path}: ${text.split('\n').length} lines`);
}
