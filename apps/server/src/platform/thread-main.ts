import { parentPort } from 'node:worker_threads';
import { withCompiledKept } from './compiled.ts';

// Where each thread begins (`startThread`): what it imports is loaded once compiled files are kept.

const [, , entry = ''] = process.argv;
if (parentPort) await withCompiledKept(() => import(entry));
