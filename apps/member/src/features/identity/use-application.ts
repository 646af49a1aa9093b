import type { IdentityApplication } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../platform/draft.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useImageSlot } from '../../platform/use-image-slot.ts';
import {
  errorsIn,
  fieldsOf,
  formAfter,
  IMAGES,
  named,
  pictured,
  type IdentityForm,
  type ImageName,
} from './identity-form.ts';
import { useIdentityChanged } from './queries.ts';

/** An application being written, and sending it. */
export function useApplication(refused: IdentityApplication | null) {
  const t = useTranslations('identity');
  const identityChanged = useIdentityChanged();
  const [form, setForm, forget] = useDraft<IdentityForm>(() => formAfter(refused));
  const [refusal, setRefusal] = useState<Refusal>();
  const image = (name: ImageName) =>
    [
      form.images[name],
      (sent: Parameters<Parameters<typeof useImageSlot>[1]>[0]) => setForm((now) => pictured(now, name, sent)),
    ] as const;
  const slots = { front_card: useImageSlot(...image('front_card')), back_card: useImageSlot(...image('back_card')) };
  const { busy, submit } = useSubmit('usrsetreal', {
    onDone() {
      forget();
      identityChanged();
    },
    onRefused(next) {
      setRefusal(next);
      identityChanged();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const errors = errorsIn(form, { front_card: slots.front_card.slot.state, back_card: slots.back_card.slot.state });
    if (!errors) return void submit(fieldsOf(form));
    setForm((now) => ({ ...now, wrong: errors }));
    const first = IMAGES.find((name) => errors.images[name] !== undefined);
    const why = first && errors.images[first];
    showToast(
      'bad',
      errors.name ? t('errors.name') : first && why ? t(`errors.${why === 'missing' ? first : why}`) : '',
    );
  };
  const enterName = (name: string) => {
    setRefusal(undefined);
    setForm((now) => named(now, name));
  };
  return { form, slots, refusal, busy, send, enterName };
}
