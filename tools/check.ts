import { main } from './run/all.ts';
import { quickParts } from './run/parts.ts';

// What `npm run check` runs: types, lint and style.
await main(quickParts);
