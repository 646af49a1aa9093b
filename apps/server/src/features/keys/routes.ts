import { ok, refuse } from '@plimsoll/contract';
import { endKey as endKeyCall, getKeys, makeKey as makeKeyCall } from '@plimsoll/contract/keys';
import type { Db } from '../../platform/db.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import type { Sessions } from '../../platform/sessions.ts';
import { notifyMember } from '../notices/index.ts';
import type { KnownKeys } from './known-keys.ts';
import { makeKey, type MakeKeyDeps } from './make-key.ts';
import { endKey, listKeys } from './store.ts';

export interface KeyRoutesDeps extends MakeKeyDeps {
  readonly db: Db;
  readonly keys: KnownKeys;
  readonly sessions: Pick<Sessions, 'ended'>;
}

/** Binds a member's calls about keys. */
export function keyRoutes(deps: KeyRoutesDeps): readonly Route[] {
  const { db, clock, keys, sessions } = deps;
  return [
    memberRoute(getKeys, async (_input, { memberId, key }) => {
      const list = await listKeys(db, memberId, clock.nowMs());
      // not money: an id, a number on the wire
      return ok({ list: key ? list.filter(({ id }) => id === Number(key.id)) : list });
    }),
    memberRoute(makeKeyCall, (input, caller) => makeKey(input, caller, deps)),
    memberRoute(endKeyCall, async ({ id }, { memberId }) => {
      const nowMs = clock.nowMs();
      const name = await db.transaction(async (tx) => {
        const ended = await endKey(tx, memberId, id, nowMs);
        if (ended !== undefined)
          await notifyMember(tx, [{ memberId, kind: 'key-changed', params: { how: 'ended', name: ended } }], nowMs);
        return ended;
      });
      if (name === undefined) return refuse('not_found');
      keys.forget(memberId);
      // In every process before the answer.
      await sessions.ended(memberId);
      return ok(null);
    }),
  ];
}
