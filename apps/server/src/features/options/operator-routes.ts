import * as calls from '@plimsoll/contract/operator/options';
import type { OperatorRoute } from '../../platform/http/index.ts';
import { shelfRoutes, type ShelfDeps } from '../catalogue/index.ts';
import { termShelf } from './term-shelf.ts';

/** The console's calls of option terms (docs/wire/operator.md). `changed` reads terms and settings again: both say the version. */
export const optionTermOperatorRoutes = (deps: Pick<ShelfDeps, 'db' | 'clock' | 'log' | 'proposals'> & { readonly changed: () => Promise<void> }): readonly OperatorRoute[] =>
  shelfRoutes({ list: calls.listOptionTerms, read: calls.readOptionTerm, create: calls.createOptionTerm, change: calls.changeOptionTerm }, termShelf, deps);
