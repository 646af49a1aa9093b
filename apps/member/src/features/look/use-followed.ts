import { useState } from 'react';
import { judged, MAX_REMARKS, type Deal, type Judgement, type LookedCall } from '../../platform/unusual.ts';
import type { LookState } from './use-looked-submit.ts';

/** A judgement, and that of now: what was once unusual or large stays so, with its last figures. */
export const stricter = (before: Judgement, now: Judgement): Judgement => ({
  ...before,
  isSlid: before.isSlid || now.isSlid,
  isOdd: before.isOdd || now.isOdd,
  remarks: (['far', 'all', 'locked'] as const)
    .flatMap((kind) => [...now.remarks, ...before.remarks].find((each) => each.kind === kind) ?? [])
    .slice(0, MAX_REMARKS),
});

interface Followed {
  readonly asked: LookState<unknown>['asked'];
  readonly figures: string;
  readonly judgement: Judgement;
}

/**
 * A look whose figures follow prices and balances: it is judged by what is at stake now, and what becomes unusual or
 * large while it is open stays so. `dealNow` is given what was shown.
 */
export function useFollowed<Shown>(
  name: LookedCall,
  look: LookState<Shown>,
  dealNow: (shown: Shown) => Deal,
): LookState<Shown> {
  const [followed, setFollowed] = useState<Followed>();
  const { asked, open, busy } = look;
  if (!asked) return look;
  const last = followed?.asked === asked ? followed : undefined;
  const judgement = last?.judgement ?? asked.judgement;
  if (open && !busy) {
    const deal = dealNow(asked.shown);
    const figures = Object.values(deal).join();
    if (figures !== last?.figures)
      setFollowed({ asked, figures, judgement: stricter(judgement, judged(name, deal, true)) });
  }
  return { ...look, asked: { ...asked, judgement } };
}
