import { main } from './run/all.ts';
import { allParts } from './run/parts.ts';

// `npm test` after the installation: every check and test, with a summary.
await main(allParts());
