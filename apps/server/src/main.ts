import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Hundreds of files are read at a start. What was made of them is kept, which saves a second start a third of its time;
// where nothing can be kept, nothing is. So the rest is imported only now.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)));
const { run } = await import('./run.ts');
await run();
flushCompileCache();
