import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { vectorFiles } from './all.ts';

// `npm run vectors`: writes `verify/vectors`, for whoever writes another verifier (PROOF 6.1).

const folder = fileURLToPath(new URL('../../verify/vectors/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, content] of await vectorFiles()) writeFileSync(folder + name, content);
