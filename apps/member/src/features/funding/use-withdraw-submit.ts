import { showToast } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMember } from '../../platform/member.ts';
import { leavePage } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { leaveForTimeline } from '../../platform/timeline.ts';
import { challengeFor, isAboutLogin, isAboutSecond, type LookFacts } from '../security/index.ts';
import { useFundingChanged } from './queries.ts';
import { useLookFacts } from './use-look-facts.ts';
import type { WithdrawChoice } from './use-withdraw-choice.ts';
import type { useWithdrawProof } from './use-withdraw-proof.ts';
import { blockOf, computeFees, errorIn, fieldsOf } from './withdraw-form.ts';
import { useWithdrawWords } from './withdraw-words.ts';

interface WithdrawCommand {
  readonly fields: Readonly<Record<string, string | number | undefined>>;
  readonly facts: LookFacts;
}

type Proof = ReturnType<typeof useWithdrawProof>;

/** Sends what the last look showed; `onRefused` closes it. */
function useSend({ forget }: WithdrawChoice, proof: Proof, onRefused: () => void) {
  const { withdrawal_subover_refre } = useSettings();
  const fundingChanged = useFundingChanged();
  const [isAsking, setAsking] = useState(false);
  const { busy, submit } = useSubmit('withdraw', {
    keyed: true,
    onDone({ id }) {
      forget();
      fundingChanged();
      leaveForTimeline(() => leavePage(withdrawal_subover_refre === 1 ? 'home' : 'back'), { kind: 'withdraw', id });
    },
    onRefused(next) {
      onRefused();
      proof.setRefusal(next);
      fundingChanged();
      // It may have been set in another window since.
      if (isAboutSecond(next) || isAboutLogin(next)) void proof.lookAgain();
    },
  });
  const send = async ({ fields, facts }: WithdrawCommand): Promise<void> => {
    if (busy || isAsking) return;
    setAsking(true);
    const { paypwd: _paypwd, type: _type, ...asked } = fields;
    const given = await proof.second.give(() => challengeFor('withdraw', asked, facts));
    setAsking(false);
    const { isAsked, password } = proof.login;
    if (given) await submit({ ...fields, ...given, ...(isAsked ? { password } : {}) });
    // The form shows what is missing.
    else onRefused();
  };
  return { busy, isAsking, send };
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
  const [command, setCommand] = useState<WithdrawCommand>();
  const [isConfirming, setConfirming] = useState(false);
  const { busy, isAsking, send } = useSend(choice, proof, () => setConfirming(false));
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
      // A passkey signs once, so it is asked for in the last look.
      setCommand({ fields: fieldsOf(form, cards, password), facts: factsOf(computed, terms) });
      setConfirming(true);
    } else showToast('bad', secondWords('missing'));
  };
  return {
    busy,
    review,
    look: {
      open: isConfirming,
      facts: command?.facts,
      busy: busy || isAsking,
      onClose: () => setConfirming(false),
      onConfirm: () => void (command && send(command)),
    },
  };
}
