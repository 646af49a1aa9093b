import * as calls from '@plimsoll/contract/operator/options';
import type { OperatorRoute } from '../../platform/http/index.ts';
import { crudRoutes, type CrudDeps } from '../../platform/crud/index.ts';
import { termResource } from './term-resource.ts';

/**
 * Console calls of option terms (docs/wire/operator.md). `changed` reads terms and settings again: both contain the
 * version.
 */
export const optionTermOperatorRoutes = (
  deps: Pick<CrudDeps, 'db' | 'clock' | 'log' | 'proposals'> & { readonly changed: () => Promise<void> },
): readonly OperatorRoute[] =>
  crudRoutes(
    {
      list: calls.listOptionTerms,
      read: calls.readOptionTerm,
      create: calls.createOptionTerm,
      change: calls.changeOptionTerm,
    },
    termResource,
    deps,
  );
