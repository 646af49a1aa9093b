import type { TransferCoin } from '@plimsoll/contract';
import { amount, format, minus } from '@plimsoll/money';
import { showToast } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../platform/draft.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { useSettings } from '../../platform/settings.ts';
import { useMember } from '../../platform/member.ts';
import {
  challengeFor,
  factorsHere,
  isAboutSecond,
  isAboutLogin,
  type LookFacts,
  useLoginAgain,
  useSecondFactor,
  useSecurity,
} from '../security/index.ts';
import { useLookedSubmit } from '../look/index.ts';
import { useSentChanged } from './queries.ts';
import {
  changed,
  coinOf,
  dealOf,
  errorIn,
  fieldsOf,
  formAt,
  computeFees,
  type SendAction,
  type SendForm,
} from './send-form.ts';
import type { Done } from './send-done.tsx';

function useSendState(coins: readonly TransferCoin[]) {
  const [form, setForm, forget] = useDraft(() => formAt(coins));
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<{ readonly refusal: Refusal; readonly of: SendForm }>();
  const [done, setDone] = useState<Done>();
  const change = (action: SendAction) => {
    setDone(undefined);
    setForm((now) => changed(now, action, coins));
  };
  /** Only what was sent: a transfer that was begun meanwhile stays as it is. */
  const empty = () => {
    setForm((now) => (now === form ? changed(now, { kind: 'sent' }, coins) : now));
    setText((now) => (now === text ? '' : now));
  };
  return {
    form,
    change,
    empty,
    forget,
    text,
    setText,
    refusal: refused?.of === form ? refused.refusal : undefined,
    setRefusal: (refusal: Refusal | undefined) => setRefused(refusal && { refusal, of: form }),
    done,
    setDone,
  };
}

function factsOf(form: SendForm, coin: TransferCoin, note: string): LookFacts | undefined {
  const computed = computeFees(form, coin);
  return (
    computed && {
      gross: format(computed.gross),
      fee: format(computed.fee),
      net: format(computed.net),
      left: format(minus(amount(coin.balance), computed.gross)),
      coin: coin.title,
      to: {
        kind: 'member',
        id: String(form.receiver?.id ?? ''),
        name: form.receiver?.username ?? '',
        times: form.receiver?.times ?? 0,
      },
      note,
    }
  );
}

interface TransferCall {
  readonly state: ReturnType<typeof useSendState>;
  readonly coin: TransferCoin | undefined;
  readonly second: ReturnType<typeof useSecondFactor>;
  readonly login: ReturnType<typeof useLoginAgain>;
  readonly lookAgain: () => Promise<unknown>;
}

function useTransferCall({ state, coin, second, login, lookAgain }: TransferCall) {
  const sentChanged = useSentChanged();
  const { form } = state;
  return useLookedSubmit<'balanceTransfer', LookFacts>('balanceTransfer', {
    // A passkey signs once, so it is asked for in the last look. The form shows what is missing.
    async prove({ paypassword: _paypassword, ...asked }, facts) {
      const given = await second.give(() => challengeFor('balanceTransfer', asked, facts));
      return given && { ...given, ...(login.isAsked ? { password: login.password } : {}) };
    },
    onDone(answer) {
      state.setDone({ answer, amount: form.amount, coin: coin?.title ?? '', to: form.receiver?.username ?? '' });
      state.empty();
      login.taken();
      void lookAgain();
      second.type('');
      state.forget();
      sentChanged();
    },
    onRefused(next) {
      state.setRefusal(next);
      sentChanged();
      // It may have been set in another window since.
      if (isAboutSecond(next) || isAboutLogin(next)) void lookAgain();
    },
  });
}

/** A transfer to another member: its form, its proofs, the last look and sending it. */
export function useSend(coins: readonly TransferCoin[]) {
  const t = useTranslations('transfers');
  const proveWords = useTranslations('security.prove');
  const { traders_password_switch } = useSettings();
  const { data: member } = useMember();
  const state = useSendState(coins);
  const { form, change, text, refusal } = state;
  const { data: security, refetch: lookAgain } = useSecurity();
  const second = useSecondFactor(factorsHere(security));
  const login = useLoginAgain(security, refusal);
  const coin = coinOf(form, coins);
  const { busy, ask, look } = useTransferCall({ state, coin, second, login, lookAgain });
  const password = { isAsked: traders_password_switch === 1, text };
  const errorText = (error: SendForm['wrong']) =>
    error && t(`errors.${error}`, { coin: coin?.title ?? '', places: coin?.decimals ?? 0 });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !coin) return;
    const error = errorIn(form, coins, password);
    if (error === 'passwordMissing' && member?.have_pay === 0) showToast('bad', t('noPassword'));
    else if (error) {
      change({ kind: 'wrong', wrong: error });
      showToast('bad', errorText(error) ?? '');
    } else if (login.isMissing()) showToast('bad', proveWords('missing'));
    else if (second.by === 'passkey' || (await second.give(async () => undefined))) {
      const next = factsOf(form, coin, t(coin.internal_transfer_days === 0 ? 'summary.final' : 'summary.canCancel'));
      if (next) ask(fieldsOf({ ...form, coinId: coin.id }, password), dealOf(form, coin), next);
    }
  };
  return {
    ...state,
    coin,
    security,
    second,
    login,
    isSet: member?.have_pay !== 0,
    asksPassword: password.isAsked,
    isBusy: busy,
    errorText,
    send,
    look,
  };
}
