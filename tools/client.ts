import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { command, ROOT } from './run/part.ts';

// `npm run client` (docs/API.md): packages/client as JavaScript with its types, a package that programs elsewhere install
// from its folder. `-- <folder>` writes it there.

const SOURCE = `${ROOT}packages/client`;
const folder = resolve(process.argv[2] ?? `${SOURCE}/dist`);

const { status } = await command('node_modules/typescript/bin/tsc', [
  ...['-p', `${SOURCE}/tsconfig.dist.json`],
  ...['--outDir', folder],
]);
if (status !== 0) process.exit(1);

const { name, version }: Readonly<Record<'name' | 'version', string>> = JSON.parse(
  readFileSync(`${SOURCE}/package.json`, 'utf8'),
);
const own = { name, version, type: 'module', exports: './index.js', types: './index.d.ts', engines: { node: '>=22' } };
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
console.log(folder);
