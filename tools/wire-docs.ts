import { writeFileSync } from 'node:fs';
import { ROOT } from './run/part.ts';
import { readFiles } from './tidy/house.ts';
import { renderWire } from './wire-docs/render.ts';
import { renderSnapshot } from './wire-docs/snapshot.ts';
import { renderWords } from './wire-docs/words.ts';

// Writes the pages of the wire, its snapshot, the words of its descriptions and the client's types from the contract and
// the introductions in docs/wire. `npm run check` fails while they are stale.
const files = readFiles(ROOT);
for (const { path, text } of [
  ...(await renderWire(files)),
  await renderSnapshot(files),
  ...(await renderWords(files)),
]) {
  writeFileSync(`${ROOT}${path}`, text);
  console.log(`${path}: ${text.split('\n').length} lines`);
}
