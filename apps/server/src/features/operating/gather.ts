import { HOUSES } from '@plimsoll/contract/operator';
import { plus, sum, ZERO, type Amount } from '@plimsoll/money';
import { readHead, readLastRuns, totalsByCoin, type CoinTotals } from '../../ledger/index.ts';
import type { Query } from '../../platform/db.ts';
import { SESSION_LIFE_MS } from '../../platform/sessions.ts';
import { readQueues } from '../house/index.ts';
import { readWebhookFigures, type WebhookFigures } from '../webhooks/index.ts';
import { readMarkFigures, type MarkFigures } from './mark-figures.ts';
import { readCounts, type Counts } from './store.ts';

export interface DatabaseFigures {
  readonly counts: Counts;
  readonly marks: MarkFigures;
  readonly queues: Awaited<ReturnType<typeof readQueues>>;
  readonly webhooks: readonly WebhookFigures[];
  readonly coins: readonly CoinTotals[];
  readonly journals: number;
  /** The last runs of the audit. */
  readonly audits: Awaited<ReturnType<typeof readLastRuns>>;
}

/** Reads everything, one statement after another, so that requests go first. */
export async function gatherFigures(query: Query, nowMs: number): Promise<DatabaseFigures> {
  const counts = await readCounts(query, nowMs, nowMs - SESSION_LIFE_MS);
  const marks = await readMarkFigures(query, nowMs);
  const queues = await readQueues(query);
  const webhooks = await readWebhookFigures(query);
  const coins = await totalsByCoin(query);
  const { journals } = await readHead(query);
  const audits = await readLastRuns(query);
  return { counts, marks, queues, webhooks, coins, journals: Number(journals), audits };
}

/** The sum of all accounts of a coin, `outside` included: anything but zero is an error (RULES 1). */
export const differenceOf = ({ members, house }: CoinTotals): Amount =>
  plus(members, sum(HOUSES.map((each) => house[each] ?? ZERO)));
