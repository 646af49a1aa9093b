import * as calls from '@plimsoll/contract/operator/payouts';
import type { OperatorRoute } from '../../platform/http/index.ts';
import { crudRoutes, type CrudDeps } from '../../platform/crud/index.ts';
import { networkResource } from './network-resource.ts';

/** Console calls of networks (docs/wire/operator.md). Members' lists read the table itself. */
export const networkOperatorRoutes = (
  deps: Pick<CrudDeps, 'db' | 'clock' | 'log' | 'proposals'>,
): readonly OperatorRoute[] =>
  crudRoutes(
    { list: calls.listNetworksCall, read: calls.readNetwork, create: calls.createNetwork, change: calls.changeNetwork },
    networkResource,
    deps,
  );
