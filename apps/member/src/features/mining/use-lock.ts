import type { MiningProduct } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useDraft } from '../../platform/draft.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { useSettings } from '../../platform/settings.ts';
import { useFollowed, useLookedSubmit } from '../look/index.ts';
import { changed, dealOf, errorIn, formAt, type LockAction } from './lock-form.ts';
import { useMiningChanged } from './queries.ts';
import { takePlace } from './take-place.ts';
import { useLockWords } from './lock-words.ts';

/** An order being written, and sending it. `balance` is undefined while unknown. */
export function useLock(product: MiningProduct, balance: string | undefined) {
  const { error } = useLockWords(product);
  const { machine_switch } = useSettings();
  const miningChanged = useMiningChanged();
  const [form, setForm, forget] = useDraft(() => formAt(product));
  const [refusal, setRefusal] = useState<Refusal>();
  const change = (action: LockAction) => {
    setRefusal(undefined);
    setForm((now) => changed(now, action, product));
  };
  const { busy, ask, ...looked } = useLookedSubmit<'buyMiningMachine', MiningProduct>('buyMiningMachine', {
    onDone(_answer, isHere) {
      forget();
      miningChanged();
      if (isHere) takePlace('/lockming?tab=orders');
    },
    onRefused(next) {
      setRefusal(next);
      miningChanged();
    },
  });
  const look = useFollowed('buyMiningMachine', looked.look, (asked) => dealOf(form, asked, balance));
  const isOn = machine_switch === 1;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isOn) return;
    const wrong = errorIn(form, product, balance);
    const { id, interest_rate, cycle } = product;
    if (!wrong) return ask({ id, amount: form.amount, interest_rate, cycle }, dealOf(form, product, balance), product);
    change({ kind: 'wrong', wrong });
    showToast('bad', error(wrong) ?? '');
  };
  return { form, change, refusal, busy, send, look, isOn };
}
