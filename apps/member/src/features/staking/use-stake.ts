import type { Answer, StakingInfo, StakingProject } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { amount, formatShort } from '@plimsoll/money';
import { showToast, useReading } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { useSettings } from '../../platform/settings.ts';
import { useMember } from '../../platform/member.ts';
import { useFollowed, useLookedSubmit } from '../look/index.ts';
import { ABOUT_PAYMENT_PASSWORD } from '../security/index.ts';
import { useStakingChanged } from './queries.ts';
import { dealOf, errorIn, type Ground, type StakeAction, type StakeError, type StakeForm } from './stake-form.ts';

interface StakeInput {
  readonly project: StakingProject;
  readonly info: StakingInfo;
  readonly form: StakeForm;
  readonly balance: string | undefined;
  readonly onChange: (action: StakeAction) => void;
}

function useStakeCall(form: StakeForm, ground: Ground, onChange: (action: StakeAction) => void) {
  const stakingChanged = useStakingChanged();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<{ readonly refusal: Refusal; readonly of: StakeForm }>();
  const [done, setDone] = useState<{ readonly answer: Answer<'submitStaking'>; readonly amount: string }>();
  const { busy, ask, look } = useLookedSubmit('submitStaking', {
    onDone(answer) {
      setDone({ answer, amount: form.amount });
      setText((now) => (now === text ? '' : now));
      setRefused(undefined);
      onChange({ kind: 'staked', form });
      stakingChanged();
    },
    onRefused(refusal) {
      setRefused({ refusal, of: form });
      stakingChanged();
    },
  });
  const refusal = refused?.of === form ? refused.refusal : undefined;
  const followed = useFollowed('submitStaking', look, () => dealOf(form, ground));
  return { busy, ask, look: followed, refusal, done, setDone, text, setText };
}

/** A stake being written: the payment password, errors in words, and sending it. */
export function useStake({ project, info, form, balance, onChange }: StakeInput) {
  const t = useTranslations('staking');
  const reading = useReading();
  const { traders_password_switch } = useSettings();
  const { data: member } = useMember();
  const {
    coin: { title: coin, decimals },
  } = project;
  const ground = { project, balance };
  const { busy, ask, look, refusal, done, setDone, text, setText } = useStakeCall(form, ground, onChange);
  const min = formatDecimal(formatShort(amount(info.min_price)), reading);
  const errorText = (error: StakeError | undefined) => error && t(`errors.${error}`, { min, coin, places: decimals });
  const password = { isAsked: traders_password_switch === 1, text };
  const isAboutPassword = ABOUT_PAYMENT_PASSWORD.includes(refusal?.reason);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = errorIn(form, ground, password);
    if (wrong === 'passwordMissing' && member?.have_pay === 0) showToast('bad', t('noPassword'));
    else if (wrong) {
      onChange({ kind: 'wrong', wrong });
      showToast('bad', errorText(wrong) ?? '');
    } else {
      setDone(undefined);
      const fields = { id: project.id, s_id: info.id, amount: form.amount };
      ask({ ...fields, paypassword: password.isAsked ? text : undefined }, dealOf(form, ground), undefined);
    }
  };
  const isPasswordMissing = form.wrong === 'passwordMissing';
  return {
    busy,
    send,
    look,
    done,
    min,
    amountError:
      (isPasswordMissing ? undefined : errorText(form.wrong)) ?? (isAboutPassword ? undefined : refusal?.message),
    password: {
      isAsked: password.isAsked,
      text,
      isSet: member?.have_pay !== 0,
      error: isPasswordMissing ? errorText(form.wrong) : isAboutPassword ? refusal?.message : undefined,
      enter: (next: string) => {
        setText(next);
        onChange({ kind: 'wrong', wrong: isPasswordMissing ? undefined : form.wrong });
      },
    },
  };
}
