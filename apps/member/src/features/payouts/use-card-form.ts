import type { BankCard } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { leavePage } from '../../platform/router.tsx';
import { useSubmit } from '../../platform/submit.ts';
import { useFigures } from '../../platform/use-figures.ts';
import { isAboutProof, useProof } from '../security/index.ts';
import { cardCall, cardErrors, cardFields, refusedCardField, type CardFields } from './card-form.ts';
import { useCardsChanged } from './queries.ts';

/** A card being written, its proof, and sending it. */
export function useCardForm(card: BankCard | undefined) {
  const t = useTranslations('payouts.bank');
  const cardsChanged = useCardsChanged();
  const [fields, setFields] = useState<CardFields>(() => cardFields(card));
  const [isShown, setShown] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const proof = useProof();
  const { busy, submit } = useSubmit('setBank', {
    onDone(_answer, isHere) {
      void cardsChanged();
      if (isHere) leavePage('back', '/bank');
    },
    onRefused(next) {
      setRefusal(next);
      void cardsChanged();
      if (isAboutProof(next)) proof.lookAgain();
    },
  });
  const figures = useFigures();
  const errors = isShown ? cardErrors(fields) : {};
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || proof.busy) return;
    setShown(true);
    const found = cardErrors(fields);
    const first = found.bankName ?? found.cardName ?? found.cardNumber;
    if (first) {
      showToast('bad', t(`errors.${first}`, figures));
      return;
    }
    const given = await proof.give();
    if (given) await submit({ ...cardCall(fields, card), ...given });
  };
  const bind = (name: keyof CardFields) => {
    const error = errors[name];
    return {
      value: fields[name],
      error: error
        ? t(`errors.${error}`, figures)
        : refusal && refusedCardField(refusal.reason) === name
          ? refusal.message
          : undefined,
      onChange: (event: { readonly target: { readonly value: string } }) => {
        setFields((before) => ({ ...before, [name]: event.target.value }));
        setRefusal(undefined);
      },
    };
  };
  return { bind, proof, refusal, setRefusal, isBusy: busy || proof.busy, send };
}
