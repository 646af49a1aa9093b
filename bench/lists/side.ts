import type { ChildServer } from '../../apps/server/src/testing/child-server.ts';
import type { Subject } from './subjects.ts';

export interface Side {
  readonly server: Pick<ChildServer, 'url'>;
  readonly subjects: readonly Subject[];
  readonly operator: string;
}
