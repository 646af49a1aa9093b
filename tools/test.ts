import { main } from './run/all.ts';
import { allParts } from './run/parts.ts';

// What `npm test` runs, once everything is installed: every check and every test, and one line at the end that sums
// them up.
await main(allParts());
