import { showToast } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useFollowed, useLookedSubmit } from '../look/index.ts';
import { accountTypeIn, idIn } from './account-place.ts';
import { coinIn, type Account } from './accounts.ts';
import { changed, dealOf, errorIn, fieldsOf, formAt, termsOf, type MoveAction, type MoveForm } from './move-form.ts';
import { useMoneyMoved } from './queries.ts';

/** A transfer between own accounts being written, and sending it. */
export function useMove(accounts: readonly Account[]) {
  const t = useTranslations('assets');
  const { quantize_switch } = useSettings();
  const [query] = useSearchParams();
  const moneyMoved = useMoneyMoved();
  const terms = termsOf(accounts, quantize_switch === 1);
  const [form, setForm] = useState(() =>
    formAt(
      { from: accountTypeIn(query.get('from')), to: accountTypeIn(query.get('to')), coinId: idIn(query.get('coin')) },
      terms,
    ),
  );
  const [refused, setRefused] = useState<{ readonly words: string; readonly of: MoveForm }>();
  const coin = coinIn(accounts, form.from, form.coinId);
  const change = (action: MoveAction) => setForm((now) => changed(now, action, terms));
  const { busy, ask, ...looked } = useLookedSubmit('transfer', {
    onDone: () => {
      // Only what was sent: a transfer that was begun meanwhile stays as it is.
      setForm((now) => (now === form ? changed(now, { kind: 'sent' }, terms) : now));
      moneyMoved();
    },
    onRefused: ({ message }) => {
      setRefused({ words: message, of: form });
      moneyMoved();
    },
  });
  const look = useFollowed('transfer', looked.look, () => dealOf(form, terms));
  const send = () => {
    if (busy) return;
    const error = errorIn(form, terms);
    if (error) {
      change({ kind: 'wrong', error });
      showToast('bad', t(`errors.${error}`));
    } else ask(fieldsOf(form), dealOf(form, terms), undefined);
  };
  const refusal = refused?.of === form ? refused.words : undefined;
  return { form, change, terms, coin, busy, send, look, wrong: form.error ? t(`errors.${form.error}`) : refusal };
}
