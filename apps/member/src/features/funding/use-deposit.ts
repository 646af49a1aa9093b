import type { NetworkCoin } from '@plimsoll/contract';
import { CLAIM_MAX } from '@plimsoll/contract/figures';
import { formatDecimal } from '@plimsoll/i18n';
import { showToast, useReading } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../platform/draft.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { leavePage } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { leaveForTimeline } from '../../platform/timeline.ts';
import { useImageSlot } from '../../platform/use-image-slot.ts';
import { takeWishedCoin } from '../assets/index.ts';
import { changed, coinOf, errorsIn, fieldsOf, formAt, networkOf, type DepositAction } from './deposit-form.ts';
import { useFundingChanged } from './queries.ts';

/** A deposit being reported, and sending it. */
export function useDeposit(coins: readonly NetworkCoin[]) {
  const t = useTranslations('funding');
  const reading = useReading();
  const { recharge_status, recharge_subover_refre } = useSettings();
  const [form, setForm, forget] = useDraft(() => formAt(coins, takeWishedCoin()));
  const [refusal, setRefusal] = useState<Refusal>();
  const fundingChanged = useFundingChanged();
  const change = (action: DepositAction) => {
    setRefusal(undefined);
    setForm((now) => changed(now, action, coins));
  };
  const proof = useImageSlot(form.proof, (image) => change({ kind: 'proof', proof: image }));
  const { busy, submit } = useSubmit('recharge', {
    keyed: true,
    onDone({ id }, isHere) {
      forget();
      fundingChanged();
      if (isHere)
        leaveForTimeline(() => leavePage(recharge_subover_refre === 1 ? 'home' : 'back'), { kind: 'recharge', id });
    },
    onRefused(next) {
      setRefusal(next);
      fundingChanged();
    },
  });
  const coin = coinOf(form, coins);
  const network = networkOf(form, coins);
  const isOn = recharge_status === 1;
  const amountError = (wrong: typeof form.wrong) =>
    wrong &&
    t(`errors.${wrong}`, {
      coin: coin?.title ?? '',
      places: coin?.decimals ?? 0,
      amount: formatDecimal(CLAIM_MAX, reading),
    });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isOn || !network) return;
    const { wrong, proofWrong } = errorsIn(form, coins, proof.slot.state);
    if (wrong || proofWrong) {
      change({ kind: 'wrong', wrong, proofWrong });
      showToast('bad', wrong ? (amountError(wrong) ?? '') : t(`errors.${proofWrong ?? 'addProof'}`));
    } else void submit(fieldsOf(form, coins));
  };
  return { form, change, proof, refusal, busy, send, coin, network, isOn, amountError };
}
