import { ok } from '@plimsoll/contract';
import { refuseOperator, type OperatorReason, type OperatorResult } from '@plimsoll/contract/operator';
import * as calls from '@plimsoll/contract/operator/house';
import type { GroupedWriter } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { operatorRoute, type OperatorContext, type OperatorRoute } from '../../platform/http/index.ts';
import type { HouseLimits } from '../spot/index.ts';
import type { Proposals } from '../proposals/index.ts';
import { balancesReport } from './balances-report.ts';
import { decidingProposals, type ProposalDecision } from './decide-proposal.ts';
import { exposure } from './exposure.ts';
import { browseAccounts, browseLedger, showJournal } from './ledger-browser.ts';
import { browseCorrections, browseHousePostings, corrections, housePostings } from './list-proposals.ts';
import { overview, type FeedWatch } from './overview.ts';
import { propose } from './propose.ts';
import type { Proposal } from './proposal.ts';

export interface HouseDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly proposals: Proposals;
  readonly writer: GroupedWriter;
  readonly market: MarketData;
  readonly feed: FeedWatch;
  /** What the house deals within. */
  readonly limits: Pick<HouseLimits, 'standing'>;
}

const found = <T>(thing: T | undefined): OperatorResult<T> =>
  thing === undefined ? refuseOperator('not_found') : ok(thing);

/** Console calls about the house as a whole: corrections and house postings, reports, the overview, the ledger. */
export function houseOperatorRoutes({
  db,
  clock,
  proposals,
  writer,
  market,
  feed,
  limits,
}: HouseDeps): readonly OperatorRoute[] {
  const deciding = decidingProposals(clock);
  const correction = async (id: string) => found((await corrections(db, [id]))[0]);
  const housePosting = async (id: string) => found((await housePostings(db, [id]))[0]);

  async function proposed<T>(
    proposal: Proposal,
    said: { readonly remark: string; readonly by: OperatorContext },
    show: (id: string) => Promise<OperatorResult<T>>,
  ): Promise<OperatorResult<T>> {
    const made = await propose(db, proposal, { ...said, nowMs: clock.nowMs() });
    return made.ok ? show(made.value) : made;
  }
  async function decided<T>(
    decision: ProposalDecision,
    show: (id: string) => Promise<OperatorResult<T>>,
  ): Promise<OperatorResult<T>> {
    const result = await writer.submit(deciding, decision);
    const reason: OperatorReason | null = result.ok ? result.value : result.refusal.reason;
    return reason === null ? show(decision.id) : refuseOperator(reason);
  }
  proposals.delegate('corrections', (decision, by) => decided({ ...decision, kind: 'correction', by }, correction));
  proposals.delegate('house-postings', (decision, by) =>
    decided({ ...decision, kind: 'house-posting', by }, housePosting),
  );

  return [
    operatorRoute(calls.listCorrections, async (input) => ok(await browseCorrections(db, input))),
    operatorRoute(calls.readCorrection, ({ id }) => correction(id)),
    operatorRoute(calls.proposeCorrection, ({ member_id: memberId, type, c_id: coinId, amount, remark }, by) =>
      proposed({ target: { kind: 'correction', memberId, type }, coinId, ...amount }, { remark, by }, correction),
    ),
    operatorRoute(calls.approveCorrection, (input, by) =>
      decided({ ...input, kind: 'correction', verdict: 'approve', by }, correction),
    ),
    operatorRoute(calls.rejectCorrection, (input, by) =>
      decided({ ...input, kind: 'correction', verdict: 'reject', by }, correction),
    ),

    operatorRoute(calls.listHousePostings, async (input) => ok(await browseHousePostings(db, input))),
    operatorRoute(calls.readHousePosting, ({ id }) => housePosting(id)),
    operatorRoute(calls.proposeHousePosting, ({ account: house, c_id: coinId, amount, remark }, by) =>
      proposed({ target: { kind: 'house-posting', house }, coinId, ...amount }, { remark, by }, housePosting),
    ),
    operatorRoute(calls.approveHousePosting, (input, by) =>
      decided({ ...input, kind: 'house-posting', verdict: 'approve', by }, housePosting),
    ),
    operatorRoute(calls.rejectHousePosting, (input, by) =>
      decided({ ...input, kind: 'house-posting', verdict: 'reject', by }, housePosting),
    ),

    operatorRoute(calls.reportBalances, async () => ok({ list: await balancesReport(db) })),
    operatorRoute(calls.reportExposure, async () => ok(await exposure(db, limits))),
    operatorRoute(calls.overview, async () => ok(await overview({ db, market, feed, clock }))),

    operatorRoute(calls.listLedger, async (input) => ok(await browseLedger(db, input))),
    operatorRoute(calls.readLedger, async ({ id }) => found(await showJournal(db, id))),
    operatorRoute(calls.listLedgerAccounts, async (input) => ok(await browseAccounts(db, input))),
  ];
}
