import { allocateYoung } from './platform/allocate-young.ts';
import { withCompiledKept } from './platform/compiled.ts';

// Before anything is compiled: what is kept serves a process of the same flags alone.
allocateYoung();

// Everything else is imported once compiled files are kept.
await withCompiledKept(async () => {
  const { run } = await import('./run.ts');
  await run();
});
