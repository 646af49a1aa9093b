import { withCompiledKept } from './compiled.ts';

// Where each thread begins (`startThread`): what it imports is loaded once compiled files are kept.

const [, , entry = ''] = process.argv;
await withCompiledKept(() => import(entry));
