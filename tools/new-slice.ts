import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { messageOf } from './message-of.ts';
import { newSlice, stillToDo } from './new-slice/new-slice.ts';
import { ROOT } from './run/part.ts';

// `npm run new-slice NAME [TITLE]`: makes a slice that compiles, from contract to screen, and lists what it wrote.
// TITLE is a key of `app.titles` that exists in every language: more words in `app` would be part of every first visit.
// `npm run new-slice NAME -- --no-screen`: without a screen of its own in the member app.

const node = (...args: readonly string[]): void => {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${args.join(' ')} failed.`);
};

try {
  const { values, positionals } = parseArgs({
    options: { 'no-screen': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [name = '', titleKey = 'account'] = positionals;
  const title = values['no-screen'] ? null : titleKey;
  const { made, registered } = newSlice({ root: ROOT, name, title });
  node('node_modules/oxfmt/bin/oxfmt', ...[...made, ...registered].filter((path) => /\.tsx?$/.test(path)));
  node('tools/wire-docs.ts');
  for (const path of made) console.log(`made        ${path}`);
  for (const path of registered) console.log(`registered  ${path}`);
  console.log(stillToDo({ name }));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
