import type { LoanProject } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../platform/draft.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { navigate } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useImageSlot } from '../../platform/use-image-slot.ts';
import {
  changed,
  errorsIn,
  fieldsOf,
  formAt,
  IMAGES,
  type ApplicationAction,
  type ImageName,
  type ApplicationForm,
} from './application-form.ts';
import { useLoansChanged } from './queries.ts';
import { useOfferWords } from './offer-words.ts';

function useSlots({ images }: ApplicationForm, change: (action: ApplicationAction) => void) {
  const slot = (name: ImageName) =>
    [
      images[name],
      (sent: Parameters<Parameters<typeof useImageSlot>[1]>[0]) => change({ kind: 'image', name, image: sent }),
    ] as const;
  return {
    front_card: useImageSlot(...slot('front_card')),
    later_card: useImageSlot(...slot('later_card')),
    handheld_card: useImageSlot(...slot('handheld_card')),
  };
}

/** An application being written, and sending it. */
export function useApplication(project: LoanProject) {
  const t = useTranslations('loans');
  const { amountError } = useOfferWords(project);
  const { loan_switch } = useSettings();
  const loansChanged = useLoansChanged();
  const [form, setForm, forget] = useDraft(() => formAt(project));
  const [refusal, setRefusal] = useState<Refusal>();
  const change = (action: ApplicationAction) => {
    setRefusal(undefined);
    setForm((now) => changed(now, action, project));
  };
  const slots = useSlots(form, change);
  const { busy, submit } = useSubmit('applyLoan', {
    keyed: true,
    onDone(_answer, isHere) {
      forget();
      loansChanged();
      if (isHere) navigate('/loans?tab=orders', { replace: true });
    },
    onRefused(next) {
      setRefusal(next);
      loansChanged();
    },
  });
  const isOn = loan_switch === 1;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isOn) return;
    const errors = errorsIn(form, project, {
      front_card: slots.front_card.slot.state,
      later_card: slots.later_card.slot.state,
      handheld_card: slots.handheld_card.slot.state,
    });
    if (!errors) return void submit(fieldsOf(form, project));
    change({ kind: 'wrong', errors });
    const first = IMAGES.find((name) => errors.images[name] !== undefined);
    const why = first && errors.images[first];
    showToast(
      'bad',
      amountError(errors.amount) ??
        (first && why ? (why === 'missing' ? t(`images.missing.${first}`) : t(`images.${why}`)) : ''),
    );
  };
  return { form, change, slots, refusal, busy, send, isOn };
}
