import { readFileSync } from 'node:fs';
import { z } from 'zod';

const PACKAGE = z.object({ version: z.string() });

/** The version in package.json. */
export const version = (): string =>
  PACKAGE.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version;
