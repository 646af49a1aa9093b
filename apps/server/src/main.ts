import { withCompiledKept } from './platform/compiled.ts';

// Everything else is imported once compiled files are kept.
await withCompiledKept(async () => {
  const { run } = await import('./run.ts');
  await run();
});
