import type { SliceWith } from '../../platform/slice.ts';
import { describedPaths, guidePath, type Described } from './routes.ts';

/** Makes the paths at which the contract is described. */
export function createDescriptions(described: Described): SliceWith<'rawRoutes' | 'consoleRawRoutes' | 'bytesRoutes'> {
  return { ...describedPaths(described), bytesRoutes: [guidePath(described)] };
}
