import type { SliceWith } from '../../platform/slice.ts';
import { describedPaths, docsPages, guidePath, pagePart, type Described } from './routes.ts';

/** Makes the paths at which the contract is described. */
export const createDescriptions = (
  described: Described,
): SliceWith<'rawRoutes' | 'consoleRawRoutes' | 'bytesRoutes' | 'pageRoutes'> => ({
  ...describedPaths(described),
  bytesRoutes: [
    guidePath(described),
    pagePart('style.css', 'text/css; charset=utf-8'),
    pagePart('try.js', 'text/javascript; charset=utf-8'),
  ],
  pageRoutes: docsPages(described),
});
