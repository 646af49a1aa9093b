import { sql, type Query } from '../../platform/db.ts';

/** An endpoint that is notified, with its secrets as they are kept, newest first. */
export interface Target {
  readonly id: string;
  readonly url: string;
  readonly secrets: readonly { readonly name: string; readonly sealed: Buffer }[];
}
interface TargetRow {
  id: string;
  url: string;
  names: string[];
  sealed: Buffer[];
}
const targets = sql<TargetRow>(
  'webhooks.targets',
  `
  select e.id, e.url, array_agg(s.name order by s.n desc) as names, array_agg(s.sealed order by s.n desc) as sealed
  from webhook_endpoint e join webhook_secret s on s.endpoint_id = e.id
  where e.enabled and (s.ends_at is null or s.ends_at > $1)
  group by e.id, e.url order by e.id`,
);
/** All endpoints that are enabled. */
export async function readTargets(query: Query, nowMs: number): Promise<Target[]> {
  return (await query.run(targets, [new Date(nowMs)])).map(({ id, url, names, sealed }) => ({
    id,
    url,
    secrets: names.flatMap((name, at) => (sealed[at] ? [{ name, sealed: sealed[at] }] : [])),
  }));
}
