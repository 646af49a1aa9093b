import type { ExchangeCoin } from '@plimsoll/contract';
import { parseAmount } from '@plimsoll/money';
import { showToast } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { useSettings } from '../../platform/settings.ts';
import { useMember } from '../../platform/member.ts';
import { useFollowed, useLookedSubmit } from '../look/index.ts';
import { ABOUT_PAYMENT_PASSWORD } from '../security/index.ts';
import {
  changed,
  coinOf,
  dealOf,
  errorIn,
  fieldsOf,
  formAt,
  type ConvertAction,
  type ConvertForm,
} from './convert-form.ts';
import type { Done } from './convert-done.tsx';
import { estimate, isFresh, wayBetween } from './estimate.ts';
import { OLD_MS, useBooks, useExchanged } from './queries.ts';

interface ConvertInput {
  readonly type: 1 | 2;
  readonly coins: readonly ExchangeCoin[];
  readonly updatedAt: number;
  readonly wanted: string | undefined;
}

function usePriced(form: ConvertForm, coins: readonly ExchangeCoin[], updatedAt: number) {
  const t = useTranslations('exchange');
  const from = coinOf(coins, form.from);
  const to = coinOf(coins, form.to);
  const way = from && to && wayBetween(from, to, coins);
  const { books, ...read } = useBooks(way, updatedAt);
  const freshness = useFreshness(read.updatedAt, OLD_MS);
  const given = parseAmount(form.amount);
  const found = way && given !== null && given > 0n ? estimate(given, way, books) : undefined;
  const blocked = !way ? t('noWay') : freshness.isOld || !isFresh(way) ? t('stale') : undefined;
  return { from, to, way, books, freshness, found, blocked };
}

/** An exchange being written, and sending it. */
export function useConvert({ type, coins, updatedAt, wanted }: ConvertInput) {
  const t = useTranslations('exchange');
  const asksPassword = useSettings().traders_password_switch === 1;
  const { data: member } = useMember();
  const exchanged = useExchanged();
  const [form, setForm] = useState<ConvertForm>(() => formAt(coins, wanted));
  const [refused, setRefused] = useState<{ readonly refusal: Refusal; readonly of: ConvertForm }>();
  const [done, setDone] = useState<Done>();
  const priced = usePriced(form, coins, updatedAt);
  const { from, to, books, found, blocked } = priced;
  const change = (action: ConvertAction) => {
    setDone(undefined);
    setForm((now) => changed(now, action, coins));
  };
  const { busy, ask, look } = useLookedSubmit('exchangeCoin', {
    onDone(answer) {
      setDone({ answer, from: from?.title ?? '', to: to?.title ?? '' });
      // Only what was sent: an exchange that was begun meanwhile stays as it is.
      setForm((now) => (now === form ? changed(now, { kind: 'sent' }, coins) : now));
      exchanged();
    },
    onRefused(refusal) {
      setRefused({ refusal, of: form });
      exchanged();
    },
  });
  const refusal = refused?.of === form ? refused.refusal : undefined;
  const errorText = (error: ConvertForm['error']) =>
    error && t(`errors.${error}`, { coin: from?.title ?? '', places: from?.decimals ?? 0 });
  const isAboutPassword = ABOUT_PAYMENT_PASSWORD.includes(refusal?.reason);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy || blocked !== undefined) return;
    const error = errorIn(form, coins, { books, asksPassword });
    if (error === 'passwordMissing' && member?.have_pay === 0) showToast('bad', t('noPassword'));
    else if (error) {
      change({ kind: 'wrong', error });
      showToast('bad', errorText(error) ?? '');
    } else ask(fieldsOf(form, type), dealOf(form, coins, books), undefined);
  };
  const isPasswordMissing = form.error === 'passwordMissing';
  return {
    form,
    change,
    ...priced,
    estimated: found === 'beyondBook' ? undefined : found,
    busy,
    send,
    look: useFollowed('exchangeCoin', look, () => dealOf(form, coins, books)),
    done,
    asksPassword,
    isSet: member?.have_pay !== 0,
    amountError:
      (isPasswordMissing ? undefined : errorText(form.error)) ??
      (found === 'beyondBook' ? errorText(found) : isAboutPassword ? undefined : refusal?.message),
    passwordError: isPasswordMissing ? errorText(form.error) : isAboutPassword ? refusal?.message : undefined,
  };
}
