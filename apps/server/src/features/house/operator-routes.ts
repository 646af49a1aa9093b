import { ok } from '@plimsoll/contract';
import { refuseOperator, type OperatorReason, type OperatorResult } from '@plimsoll/contract/operator';
import * as calls from '@plimsoll/contract/operator/house';
import type { GroupedWriter } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { operatorRoute, type OperatorContext, type OperatorRoute } from '../../platform/http/index.ts';
import type { Reports } from '../../platform/replica.ts';
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
  readonly reports: Reports;
  readonly clock: Clock;
  readonly proposals: Proposals;
  readonly writer: GroupedWriter;
  readonly market: MarketData;
  readonly feed: FeedWatch;
  readonly limits: Pick<HouseLimits, 'standing'>;
}

const found = <T>(thing: T | undefined): OperatorResult<T> =>
  thing === undefined ? refuseOperator('not_found') : ok(thing);

/** Console calls of postings, reports, the overview and the ledger. */
export const houseOperatorRoutes = (deps: HouseDeps): readonly OperatorRoute[] => [
  ...postingRoutes(deps),
  ...reportRoutes(deps),
];

function postingRoutes({ db, clock, proposals, writer }: HouseDeps): readonly OperatorRoute[] {
  const deciding = decidingProposals(clock);
  const correction = async (id: string) => found((await corrections(db, [id]))[0]);
  const housePosting = async (id: string) => found((await housePostings(db, [id]))[0]);

  async function proposed<T>(
    proposal: Proposal,
    given: { readonly remark: string; readonly by: OperatorContext },
    show: (id: string) => Promise<OperatorResult<T>>,
  ): Promise<OperatorResult<T>> {
    const made = await propose(db, proposal, { ...given, nowMs: clock.nowMs() });
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
  const decideCorrection = (decision: Omit<ProposalDecision, 'kind'>) =>
    decided({ ...decision, kind: 'correction' }, correction);
  const decidePosting = (decision: Omit<ProposalDecision, 'kind'>) =>
    decided({ ...decision, kind: 'house-posting' }, housePosting);
  proposals.delegate('corrections', (decision, by) => decideCorrection({ ...decision, by }));
  proposals.delegate('house-postings', (decision, by) => decidePosting({ ...decision, by }));

  return [
    operatorRoute(calls.listCorrections, async (input) => ok(await browseCorrections(db, input))),
    operatorRoute(calls.readCorrection, ({ id }) => correction(id)),
    operatorRoute(calls.proposeCorrection, ({ member_id: memberId, type, c_id: coinId, amount, remark }, by) =>
      proposed({ target: { kind: 'correction', memberId, type }, coinId, ...amount }, { remark, by }, correction),
    ),
    operatorRoute(calls.approveCorrection, (input, by) => decideCorrection({ ...input, verdict: 'approve', by })),
    operatorRoute(calls.rejectCorrection, (input, by) => decideCorrection({ ...input, verdict: 'reject', by })),

    operatorRoute(calls.listHousePostings, async (input) => ok(await browseHousePostings(db, input))),
    operatorRoute(calls.readHousePosting, ({ id }) => housePosting(id)),
    operatorRoute(calls.proposeHousePosting, ({ account: house, c_id: coinId, amount, remark }, by) =>
      proposed({ target: { kind: 'house-posting', house }, coinId, ...amount }, { remark, by }, housePosting),
    ),
    operatorRoute(calls.approveHousePosting, (input, by) => decidePosting({ ...input, verdict: 'approve', by })),
    operatorRoute(calls.rejectHousePosting, (input, by) => decidePosting({ ...input, verdict: 'reject', by })),
  ];
}

const reportRoutes = ({ db, reports, clock, market, feed, limits }: HouseDeps): readonly OperatorRoute[] => [
  operatorRoute(calls.reportBalances, async () => ok({ list: await balancesReport(reports) })),
  operatorRoute(calls.reportExposure, async () => ok(await exposure(reports, limits))),
  operatorRoute(calls.overview, async () => ok(await overview({ db, market, feed, clock }))),

  operatorRoute(calls.listLedger, async (input) => ok(await browseLedger(db, input))),
  operatorRoute(calls.readLedger, async ({ id }) => found(await showJournal(db, id))),
  operatorRoute(calls.listLedgerAccounts, async (input) => ok(await browseAccounts(db, input))),
];
