import type { IdentityApplication } from '@plimsoll/contract';
import { BottomBar, Field, Note, SubmitButton } from '@plimsoll/ui';
import { close } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useFigures } from '../../platform/use-figures.ts';
import { NAME_MAX } from './identity-form.ts';
import { ImageFields } from './image-fields.tsx';
import { useApplication } from './use-application.ts';
import { IdentitySteps, SentBefore } from './standing.tsx';

const FORM = 'identity';

/** The form of an application; after a refusal with its reason. */
export function IdentityPanel({ refused }: { readonly refused: IdentityApplication | null }) {
  const t = useTranslations('identity');
  const { form, slots, refusal, busy, send, enterName } = useApplication(refused);
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
          onChange={({ target }) => enterName(target.value)}
        />
        <div className="grid gap-1.5">
          <ImageFields slots={slots} wrong={form.wrong.images} />
          <p className="text-12 text-ink-3">{t('images.kept', useFigures())}</p>
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
