import type { IdentityApplication } from '@plimsoll/contract';
import { BottomBar, Field, Note, showToast, SubmitButton } from '@plimsoll/ui';
import { close } from '@plimsoll/ui/icons-shell';
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
  NAME_MAX,
  named,
  pictured,
  type IdentityForm,
  type ImageName,
} from './identity-form.ts';
import { ImageFields } from './image-fields.tsx';
import { useIdentityChanged } from './queries.ts';
import { IdentitySteps, SentBefore } from './standing.tsx';

const FORM = 'identity';

/**
 * The real name, both sides of the card, and the way to the reviewers; after a refusal with what was sent and why it
 * was refused.
 */
export function IdentityPanel({ refused }: { readonly refused: IdentityApplication | null }) {
  const t = useTranslations('identity');
  const identityChanged = useIdentityChanged();
  const [form, setForm, forget] = useDraft<IdentityForm>(() => formAfter(refused));
  /** The server's last word on the name, until it is changed. */
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
  return (
    <>
      <form
        id={FORM}
        onSubmit={send}
        noValidate
        aria-label={t('form')}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4 pt-1"
      >
        {refused && (
          <Note kind="bad" icon={close}>
            <strong className="block font-semibold text-ink">{t('state.refused')}</strong>
            <span className="block [overflow-wrap:anywhere]">
              <bdi>{t('reason', { remark: refused.remark })}</bdi>
            </span>
            {t('again')}
          </Note>
        )}
        <p className="text-14 text-ink-2">{t('note')}</p>
        <Field
          label={t('name')}
          help={t('nameHelp')}
          value={form.name}
          error={form.wrong.name ? t('errors.name') : refusal?.reason === 'bad_text' ? refusal.message : undefined}
          dir="auto"
          autoComplete="name"
          maxLength={NAME_MAX}
          onChange={({ target }) => {
            setRefusal(undefined);
            setForm((now) => named(now, target.value));
          }}
        />
        <div className="grid gap-1.5">
          <ImageFields slots={slots} wrong={form.wrong.images} />
          <p className="text-12 text-ink-3">{t('images.kept')}</p>
        </div>
        {refused ? (
          <SentBefore application={refused} isMasked={false} />
        ) : (
          <div className="mt-2">
            <IdentitySteps status={0} application={null} />
          </div>
        )}
      </form>
      <BottomBar>
        <SubmitButton form={FORM} busy={busy} busyText={t('sending')} className="w-full">
          {t('send')}
        </SubmitButton>
      </BottomBar>
    </>
  );
}
