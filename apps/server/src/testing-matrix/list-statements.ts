import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Prints every statement that a module of the server declares with `sql`, as JSON: [[name, text], …]. It runs as a
// process of its own, since a module declares its statements when it is loaded and never again.

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DECLARES = '): Statement<Row> => ({ name, text });';
const COUNTS = '): Statement<Row> => (globalThis.statements.push([name, text]), { name, text });';
const NOT_LOADED = /\.test\.ts$|\.d\.ts$|^(?:main|run)\.ts$|global-setup|list-statements/;

const statements: [string, string][] = [];
Object.assign(globalThis, { statements });
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/platform/db.ts')) return loaded;
    const source = readFileSync(fileURLToPath(url), 'utf8').replace(DECLARES, COUNTS);
    return { ...loaded, source };
  },
});

for (const file of readdirSync(ROOT, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.ts') && !NOT_LOADED.test(file)) await import(pathToFileURL(`${ROOT}${file}`).href);
process.stdout.write(JSON.stringify(statements), () => process.exit(0));
