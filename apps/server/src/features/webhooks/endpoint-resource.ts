import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookItem } from '@plimsoll/contract/operator';
import { oneRow, refuseField, type CrudResource } from '../../platform/crud/index.ts';
import { sql } from '../../platform/db.ts';
import type { Seal } from '../../platform/seal.ts';
import { makeSecret } from './endpoint-secrets.ts';
import { readStates } from './figures.ts';
import { addressIn, type Reach } from './public-address.ts';

/** As the database checks. */
const URL_MAX = 500;

interface EndpointRow {
  id: string;
  name: string;
  url: string;
  events: WebhookEvent[];
  enabled: boolean;
  secrets: number;
  unseen: boolean;
}

const insert = sql<{ id: string }>(
  'webhooks.insertEndpoint',
  `insert into webhook_endpoint (name, url, events, enabled, created_at) values ($1, $2, $3, $4, $5) returning id`,
);
const update = sql<never>(
  'webhooks.updateEndpoint',
  'update webhook_endpoint set name = $1, url = $2, events = $3, enabled = $4 where id = $5',
);

interface ResourceDeps {
  readonly reach: Reach;
  readonly seal: Seal;
  /** Whether `WEBHOOK_ALLOW` names any network: only then an address without TLS can be reached. */
  readonly allowsPlain: boolean;
}

/** Endpoints (docs/WEBHOOKS.md). What a name resolves to is checked when a message is sent, not here. */
export const endpointResource = ({ reach, seal, allowsPlain }: ResourceDeps): CrudResource<WebhookItem> => ({
  resource: 'webhooks',
  table: 'webhook_endpoint',
  rows: `select e.id, e.id as sort, e.name, e.url, e.events, e.enabled,
      (select coalesce(max(s.n), 0) from webhook_secret s where s.endpoint_id = e.id) as secrets,
      exists (select from webhook_secret s where s.endpoint_id = e.id and s.ends_at is null and s.shown_at is null)
        as unseen
    from webhook_endpoint e`,
  sorted: false,
  item: (row: EndpointRow): WebhookItem => ({
    // not money: an id, a number on the wire
    id: Number(row.id),
    name: row.name,
    url: row.url,
    events: WEBHOOK_EVENTS.filter((each) => row.events.includes(each)),
    enabled: row.enabled ? 1 : 0,
    secrets: row.secrets,
    unseen: row.unseen ? 1 : 0,
  }),
  blank: { id: 0, name: '', url: '', events: [], enabled: 1, secrets: 0, unseen: 1 },
  judge: async (_tx, wanted) => {
    const url = URL.parse(wanted.url);
    if (!url || url.href.length > URL_MAX) return refuseField('bad_value', 'url');
    const address = addressIn(url);
    const isPlain = url.protocol === 'http:';
    const isOpen =
      address === undefined
        ? !isPlain || allowsPlain
        : reach.mayConnect(address) && (!isPlain || reach.isAllowed(address));
    return isOpen ? { ok: true, value: { ...wanted, url: url.href } } : refuseField('not_public', 'url');
  },
  async insert(tx, { name, url, events, enabled }, atMs) {
    const { id } = await oneRow(tx, insert, [name, url, events, enabled === 1, new Date(atMs)]);
    await makeSecret(tx, seal, id, atMs);
    return id;
  },
  async update(tx, { id, name, url, events, enabled }) {
    await tx.run(update, [name, url, events, enabled === 1, id]);
    return { ok: true, value: null };
  },
  async beside(query, items) {
    const states = await readStates(
      query,
      items.map(({ id }) => String(id)),
    );
    return items.map((item) => ({ ...item, state: states.get(item.id) }));
  },
});
