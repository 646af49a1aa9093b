import { ok, refuse, type Answer, type Result } from '@plimsoll/contract';
import { epochAnswer, newestPublished, type PublishedDeps } from './published.ts';
import type { ProvenOwner } from './tree-files.ts';

const leavesAnswer = ({ owner, leaves }: ProvenOwner) => ({
  owner,
  leaves: leaves.map(({ path, amounts, ...leaf }) => ({
    ...leaf,
    amounts: [...amounts],
    path: path.map((step) => ({ ...step, amounts: [...step.amounts] })),
  })),
});

/** That a member's balances are in the newest epoch (PROOF 5). Refuses a member whom it does not know (`no_epoch_yet`). */
export async function proveMember(deps: PublishedDeps, memberId: string): Promise<Result<Answer<'getLiabilityProof'>>> {
  const published = await newestPublished(deps);
  const proven = await published?.files.member(Number(memberId));
  return published && proven ? ok({ ...epochAnswer(published), ...leavesAnswer(proven) }) : refuse('no_epoch_yet');
}

/** The newest epoch in public, with the leaves of house accounts (PROOF 5). */
export async function publicLiabilities(deps: PublishedDeps): Promise<Result<Answer<'liabilities'>>> {
  const published = await newestPublished(deps);
  if (!published) return refuse('no_epoch_yet');
  const { totals, leaves } = published.entry;
  const house = (await published.files.house()).map((each) => leavesAnswer(each));
  return ok({ ...epochAnswer(published), totals: [...totals], leaves, house });
}
