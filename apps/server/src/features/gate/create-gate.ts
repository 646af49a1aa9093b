import type { SliceWith } from '../../platform/slice.ts';
import { passkeyRoutes, type Leavings } from './passkey-routes.ts';
import { gateRoutes } from './routes.ts';
import { createWaysOut, type WaysOut, type WaysOutDeps } from './ways-out.ts';

interface GateDeps extends WaysOutDeps {
  /** What would leave by each way out, for passkeys to sign; its slices are made after this one. */
  readonly leavings: Leavings;
}

export interface Gate extends SliceWith<'routes'> {
  readonly waysOut: WaysOut;
}

/** Opens the gate. */
export function createGate({ leavings, ...deps }: GateDeps): Gate {
  const { db, second } = deps;
  const waysOut = createWaysOut(deps);
  return {
    routes: [...gateRoutes({ db, gate: waysOut }), ...passkeyRoutes({ db, second, leavings })],
    waysOut,
  };
}
