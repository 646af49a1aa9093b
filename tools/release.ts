import { parseArgs } from 'node:util';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from './message-of.ts';
import { buildApps } from './release/build-apps.ts';
import { releaseOf, ROOT } from './release/contents.ts';
import { writeRelease } from './release/write-release.ts';

// `npm run release` (docs/SHIPPING.md): builds the apps again and writes into `dist/` the tarball of what a server needs,
// its bill of materials, where it came from, the notes of its version, and the hashes of all. `-- --twice` does it twice
// and ends with 1 unless both are the same. `-- --trial` takes a tree with changes that are not committed.

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const { values } = parseArgs({ options: { twice: { type: 'boolean' }, trial: { type: 'boolean' } } });
  const release = await releaseOf(values.trial === true);
  const folder = join(ROOT, 'dist');
  const hashes: string[] = [];
  for (let number = 0; number < (values.twice === true ? 2 : 1); number += 1) {
    await buildApps();
    await rm(folder, { recursive: true, force: true });
    const { tarball, sha256, bytes, files } = await writeRelease(release, folder);
    say(`${tarball}: ${files} files, ${Math.round(bytes / 1024)} KiB, sha256 ${sha256}`);
    hashes.push(sha256);
  }
  const isSame = new Set(hashes).size === 1;
  if (values.twice === true) say(isSame ? 'both builds are the same' : 'the builds DIFFER');
  process.exitCode = isSame ? 0 : 1;
} catch (error) {
  process.stderr.write(`There is no release: ${messageOf(error)}\n`);
  process.exitCode = 2;
}
