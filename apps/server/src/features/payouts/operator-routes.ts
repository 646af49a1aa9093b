import * as calls from '@plimsoll/contract/operator/payouts';
import type { OperatorRoute } from '../../platform/http/index.ts';
import { shelfRoutes, type ShelfDeps } from '../catalogue/index.ts';
import { networkShelf } from './network-shelf.ts';

/** The console's calls of networks (docs/wire/operator.md). Members' lists read the table itself. */
export const networkOperatorRoutes = (deps: Pick<ShelfDeps, 'db' | 'clock' | 'log' | 'proposals'>): readonly OperatorRoute[] =>
  shelfRoutes({ list: calls.listNetworksCall, read: calls.readNetwork, create: calls.createNetwork, change: calls.changeNetwork }, networkShelf, deps);
