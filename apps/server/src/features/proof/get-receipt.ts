import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { batchPaths, batchText } from '@plimsoll/proof/log';
import type { CauseKind } from '../../ledger/index.ts';
import { sql, type Db, type Query } from '../../platform/db.ts';
import { readFills } from './entries/fill-entries.ts';
import { isOfMember, readJournalEntries } from './entries/journal-entries.ts';
import type { Commit, MadeEntry } from './entries/made-entry.ts';
import { readLinesOf, readPlaced, readSettled } from './entries/option-entries.ts';
import type { LogSigner } from './log-key.ts';
import { findEntry, readLogHead, type Found } from './log-table.ts';
import type { Published, PublishedLog } from './published-log.ts';

export interface ReceiptDeps {
  readonly db: Db;
  readonly commit: Commit;
  readonly signer: LogSigner;
  readonly published: PublishedLog;
}

type Receipts = Answer<'getReceipt'>['list'];

const optionJournals = sql<{ id: string; cause_kind: string }>(
  'proof.optionJournals',
  `
  select j.id, j.cause_kind from option_order o
  join ledger_journal j on j.cause_kind in ('option-open', 'option-settle') and j.cause_id = o.id::text
  where o.id = $1 and o.member_id = $2 and j.id > $3`,
);
const fillJournals = sql<{ id: string }>(
  'proof.fillJournals',
  `
  select j.id from spot_order o
  join spot_fill f on f.order_id = o.id
  join ledger_journal j on j.cause_kind = 'spot-fill' and j.cause_id = f.order_id || '.' || f.n
  where o.id = $1 and o.member_id = $2 and j.id > $3`,
);
const OF_MEMBER = `j.id > $3 and exists (
    select from ledger_transfer t join ledger_account a on a.id in (t.from_account, t.to_account)
    where t.journal_id = j.id and t.from_account is distinct from t.to_account and a.member_id = $2)`;
const journalOfMember = sql<{ id: string; cause_kind: string; cause_id: string }>(
  'proof.journalOfMember',
  `select j.id, j.cause_kind, j.cause_id from ledger_journal j where j.id = $1 and ${OF_MEMBER}`,
);
const journalsOfThing = sql<{ id: string }>(
  'proof.journalsOfThing',
  `select j.id from ledger_journal j where j.cause_kind = any($4) and j.cause_id = $1 and ${OF_MEMBER} order by j.id`,
);

interface Asked {
  readonly id: string;
  readonly memberId: string;
  /** The last journal before the log. */
  readonly first: string;
}

type Reader = (query: Query, asked: Asked, commit: Commit) => Promise<MadeEntry[]>;

/** The entries of what has these journals' cause, by its id. */
const ofCause =
  (...kinds: readonly CauseKind[]): Reader =>
  async (query, { id, memberId, first }, commit) => {
    const rows = await query.run(journalsOfThing, [id, memberId, first, kinds]);
    return ownEntries(query, { journals: rows.map((row) => row.id), memberId }, commit);
  };

/** The entries of these journals that name the member. */
async function ownEntries(
  query: Query,
  { journals, memberId }: { readonly journals: readonly string[]; readonly memberId: string },
  commit: Commit,
): Promise<MadeEntry[]> {
  const entries = await readJournalEntries(query, journals, commit);
  return entries.filter((entry) => isOfMember(entry, memberId));
}

/** Of an option, whose line and end have entries as well as its beginning. */
async function readOption(query: Query, { id, memberId, first }: Asked, commit: Commit): Promise<MadeEntry[]> {
  const rows = await query.run(optionJournals, [id, memberId, first]);
  const of = (kind: string) => rows.filter(({ cause_kind }) => cause_kind === kind).map((row) => row.id);
  const placed = await readPlaced(query, of('option-open'), commit);
  const windows = placed.map(({ window }) => window);
  const lines = windows.length > 0 ? await readLinesOf(query, windows) : new Map<string, MadeEntry>();
  const settled = await readSettled(query, { journals: of('option-settle'), first }, commit);
  return [
    ...placed.map(({ entry }) => entry),
    ...placed.flatMap(({ entry: { journalId }, window }) => {
      const line = lines.get(window.optionId);
      return line ? [{ ...line, journalId }] : [];
    }),
    ...settled.map(({ entry }) => entry),
  ];
}

const READERS: Readonly<Record<Input<'getReceipt'>['kind'], Reader>> = {
  option: readOption,
  async fill(query: Query, { id, memberId, first }: Asked, commit: Commit): Promise<MadeEntry[]> {
    const rows = await query.run(fillJournals, [id, memberId, first]);
    return readFills(
      query,
      rows.map((row) => row.id),
      commit,
    );
  },
  async journal(query: Query, { id, memberId, first }: Asked, commit: Commit): Promise<MadeEntry[]> {
    const [row] = await query.run(journalOfMember, [id, memberId, first]);
    if (!row) return [];
    if (row.cause_kind === 'option-settle') return readOption(query, { id: row.cause_id, memberId, first }, commit);
    if (row.cause_kind === 'spot-fill') return readFills(query, [row.id], commit);
    return ownEntries(query, { journals: [row.id], memberId }, commit);
  },
  recharge: ofCause('recharge'),
  withdraw: ofCause('withdrawal'),
  exchange: ofCause('flash-exchange'),
  transfer: ofCause('account-transfer'),
  send: ofCause('member-transfer', 'member-transfer-arrival'),
};

/**
 * The receipts of a member's option, spot order, movement of money or journal (PROOF 3): one for each of its entries so
 * far. They are made of the same rows as the log's entries, so they are signed from the moment of the commit. Refuses what
 * is another's, unknown, has moved nothing, or is from before the log (`not_found`), and while no key of this process is in
 * the log (`not_ready`).
 */
export async function getReceipt(
  { db, commit, signer, published: log }: ReceiptDeps,
  memberId: string,
  { kind, id }: Input<'getReceipt'>,
): Promise<Result<Answer<'getReceipt'>>> {
  // Before the rows, so that a checkpoint that includes one is not missed.
  const published = await log.published();
  const { origin, made, found } = await db.snapshot((tx) => placedEntries(tx, commit, memberId, { kind, id }));
  if (made.length === 0) return refuse('not_found');
  const lines = made.map(({ line }, at) => found[at]?.line ?? line);
  const { root, paths } = await batchPaths(lines);
  const note = await signer.note(batchText(origin, lines.length, root));
  if (note === undefined) return refuse('not_ready');
  const list: Receipts = [];
  for (const [at, { salt, opened }] of made.entries())
    list.push({
      entry: lines[at] ?? '',
      salt,
      opened: opened && openedOf(opened),
      signature: { i: at, path: paths[at] ?? [], note },
      ...(await inclusionOf(log, published, found[at])),
    });
  return ok({ list });
}

/** The entries of what a member has, and the place of each in the log; undefined while it is in no batch. */
export async function placedEntries(
  query: Query,
  commit: Commit,
  memberId: string,
  { kind, id }: Input<'getReceipt'>,
): Promise<{
  readonly origin: string;
  readonly made: readonly MadeEntry[];
  readonly found: readonly (Found | undefined)[];
}> {
  const head = await readLogHead(query);
  if (!head) return { origin: '', made: [], found: [] };
  const made = await READERS[kind](query, { id, memberId, first: head.firstJournal }, commit);
  const found: (Found | undefined)[] = [];
  for (const entry of made) found.push(await placeOf(query, entry));
  return { origin: head.origin, made, found };
}

/** A line has no journal; it stands behind the one that placed its option. */
const placeOf = (query: Query, { type, journalId, line, mark }: MadeEntry): Promise<Found | undefined> => {
  const after = type === 'option-line' ? { journalId, atMs: atOf(line) } : undefined;
  return findEntry(query, { journalId, after, type, mark });
};

const atOf = (line: string): number => Date.parse(/"at":"([^"]*)"/.exec(line)?.[1] ?? '');

async function inclusionOf(
  log: PublishedLog,
  published: Published | undefined,
  found: Found | undefined,
): Promise<Pick<Receipts[number], 'index' | 'proof' | 'checkpoint'>> {
  if (!published || !found || found.index >= published.checkpoint.size)
    return { index: null, proof: null, checkpoint: null };
  return {
    index: found.index,
    proof: await log.inclusion(found.index, published.checkpoint),
    checkpoint: published.note.toString(),
  };
}

type Opened = NonNullable<Receipts[number]['opened']>;
/** The log's lists are read-only, the wire's are not. */
const openedOf = (opened: NonNullable<MadeEntry['opened']>): Opened =>
  'lines' in opened ? { ...opened, lines: [...opened.lines] } : opened;
