import type { Canonical } from '@plimsoll/proof/log';
import { sql, type Query } from '../../../platform/db.ts';
import { entryOfLine, makeEntry, type MadeEntry } from './made-entry.ts';

/** The last version of each kind that is in the log. */
export interface Versions {
  readonly terms: number;
  readonly settings: number;
  readonly market: number;
  readonly key: number;
  /** Of liabilities. */
  readonly epoch: number;
  /** Of the member app. */
  readonly build: number;
}

/** New versions, and how far they go. */
export interface NewVersions {
  readonly entries: readonly MadeEntry[];
  readonly upTo: Versions;
}

interface TermsRow {
  version: number;
  at: Date;
  values: readonly { seconds: number; min: string; max: string; rate: string }[];
}
// The first version, of before anything was offered, has no moment.
const terms = sql<TermsRow>(
  'proof.terms',
  `
  select v.version, greatest(v.at, 'epoch') as at, coalesce((
    select jsonb_agg(jsonb_build_object('seconds', t.seconds, 'min', round(t.min, 8)::text, 'max', round(t.max, 8)::text,
      'rate', round(t.rate, 8)::text) order by t.seconds)
    from option_version_terms t where t.version = v.version), '[]') as values
  from option_terms_version v where v.version > $1 order by v.version`,
);

interface SettingsRow {
  version: number;
  at: Date;
  line_delay_ms: number;
  line_within_ms: number;
  next_within_ms: number;
  fresh_ms: number;
}
const settings = sql<SettingsRow>(
  'proof.settings',
  `
  select version, at, line_delay_ms, line_within_ms, next_within_ms, fresh_ms from option_settings_version
  where version > $1 order by version`,
);

interface MarketRow {
  id: string;
  version: number;
  at: Date;
  symbol: string;
  shown: Readonly<Record<string, Canonical>>;
}
const markets = sql<MarketRow>(
  'proof.markets',
  `
  select v.id, v.version, v.at, m.symbol, v.shown from market_version v join market m on m.id = v.market_id
  where v.id > $1 order by v.id`,
);
const keys = sql<{ id: number; vkey: string; at: Date }>(
  'proof.keys',
  'select id, vkey, at from log_key where id > $1 order by id',
);

// Their entries were made with their trees.
const epochs = sql<{ epoch: string; entry: string }>(
  'proof.epochs',
  'select epoch, entry from liability_epoch where epoch > $1 order by epoch',
);

// Their entries were made when they were first served.
const builds = sql<{ id: number; entry: string }>(
  'proof.builds',
  'select id, entry from log_build where id > $1 order by id',
);

/** Entries of all versions and epochs that are not in the log: of keys first, which must be there before they sign. */
export async function readVersions(query: Query, after: Versions): Promise<NewVersions> {
  const keyRows = await query.run(keys, [after.key]);
  const termsRows = await query.run(terms, [after.terms]);
  const settingsRows = await query.run(settings, [after.settings]);
  const marketRows = await query.run(markets, [after.market]);
  const epochRows = await query.run(epochs, [after.epoch]);
  const buildRows = await query.run(builds, [after.build]);
  return {
    entries: [
      ...keyRows.map(({ vkey, at }) => makeEntry('key', { vkey }, { at })),
      ...termsRows.map(({ version, at, values }) =>
        makeEntry('terms', { version, values: values.map((each) => ({ ...each, enabled: true })) }, { at }),
      ),
      ...settingsRows.map(settingsEntry),
      ...marketRows.map(({ symbol, version, at, shown }) =>
        makeEntry('market', { market: symbol, version, values: shown }, { at }),
      ),
      ...epochRows.map(({ entry }) => entryOfLine('liabilities', entry)),
      ...buildRows.map(({ entry }) => entryOfLine('build', entry)),
    ],
    upTo: {
      key: keyRows.at(-1)?.id ?? after.key,
      terms: termsRows.at(-1)?.version ?? after.terms,
      settings: settingsRows.at(-1)?.version ?? after.settings,
      market: Number(marketRows.at(-1)?.id ?? after.market),
      epoch: Number(epochRows.at(-1)?.epoch ?? after.epoch),
      build: buildRows.at(-1)?.id ?? after.build,
    },
  };
}

const settingsEntry = ({ version, at, ...waits }: SettingsRow): MadeEntry =>
  makeEntry(
    'settings',
    {
      version,
      values: {
        line_delay: waits.line_delay_ms,
        line_within: waits.line_within_ms,
        next_within: waits.next_within_ms,
        fresh_seconds: Math.floor(waits.fresh_ms / 1000),
      },
    },
    { at },
  );
