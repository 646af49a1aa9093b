import { showToast } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useMember } from '../../platform/member.ts';
import { leavePage } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { leaveForTimeline } from '../../platform/timeline.ts';
import { useLookedSubmit } from '../look/index.ts';
import { challengeFor, isAboutLogin, isAboutSecond, type LookFacts } from '../security/index.ts';
import { useFundingChanged } from './queries.ts';
import { useLookFacts } from './use-look-facts.ts';
import type { WithdrawChoice } from './use-withdraw-choice.ts';
import type { useWithdrawProof } from './use-withdraw-proof.ts';
import { blockOf, computeFees, dealOf, errorIn, fieldsOf } from './withdraw-form.ts';
import { useWithdrawWords } from './withdraw-words.ts';

type Proof = ReturnType<typeof useWithdrawProof>;

function useSend({ forget }: WithdrawChoice, proof: Proof) {
  const { withdrawal_subover_refre } = useSettings();
  const fundingChanged = useFundingChanged();
  return useLookedSubmit<'withdraw', LookFacts>('withdraw', {
    // A passkey signs once, so it is asked for in the last look. The form shows what is missing.
    async prove({ paypwd: _paypwd, type: _type, ...asked }, facts) {
      const given = await proof.second.give(() => challengeFor('withdraw', asked, facts));
      const { isAsked, password } = proof.login;
      return given && { ...given, ...(isAsked ? { password } : {}) };
    },
    onDone({ id }, isHere) {
      forget();
      fundingChanged();
      if (isHere)
        leaveForTimeline(() => leavePage(withdrawal_subover_refre === 1 ? 'home' : 'back'), { kind: 'withdraw', id });
    },
    onRefused(next) {
      proof.setRefusal(next);
      fundingChanged();
      // It may have been set in another window since.
      if (isAboutSecond(next) || isAboutLogin(next)) void proof.lookAgain();
    },
  });
}

/** From the form to the last look, and to the server. */
export function useWithdrawSubmit(choice: WithdrawChoice, proof: Proof) {
  const t = useTranslations('funding');
  const secondWords = useTranslations('security.second');
  const proveWords = useTranslations('security.prove');
  const { withdrawal_status, traders_password_switch } = useSettings();
  const { data: member } = useMember();
  const { say } = useWithdrawWords(choice);
  const factsOf = useLookFacts(choice);
  const { busy, ask, look } = useSend(choice, proof);
  const { form, cards, terms } = choice;
  const password = { isAsked: traders_password_switch === 1, text: proof.payment };
  const review = async (): Promise<void> => {
    if (busy || withdrawal_status !== 1 || !terms || blockOf(form, terms, cards)) return;
    const wrong = errorIn(form, terms, password);
    const computed = computeFees(form, terms);
    if (wrong === 'passwordMissing' && member?.have_pay === 0) showToast('bad', t('withdraw.noPassword'));
    else if (wrong || !computed) {
      proof.setRefusal(undefined);
      choice.change({ kind: 'wrong', wrong });
      showToast('bad', say(wrong) ?? '');
    } else if (proof.login.isMissing()) showToast('bad', proveWords('missing'));
    else if (proof.second.by === 'passkey' || (await proof.second.give(async () => undefined))) {
      ask(fieldsOf(form, cards, password), dealOf(computed.gross, terms, choice.coin?.title), factsOf(computed, terms));
    } else showToast('bad', secondWords('missing'));
  };
  return { busy, review, look };
}
