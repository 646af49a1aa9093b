import type { LoanProject } from '@plimsoll/contract';
import { BottomBar, Note, SubmitButton } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useFigures } from '../../platform/use-figures.ts';
import { DebtSummary, LoanAmount, OfferCard } from './application-parts.tsx';
import { useOfferWords } from './offer-words.ts';
import { useApplication } from './use-application.ts';
import { ImageFields } from './image-fields.tsx';

const FORM = 'loan';

/** The form of an application: amount, images and sums. */
export function ApplicationPanel({ project }: { readonly project: LoanProject }) {
  const t = useTranslations('loans');
  const { form, change, slots, refusal, busy, send, isOn } = useApplication(project);
  const { count } = useOfferWords(project);
  return (
    <>
      <form
        id={FORM}
        onSubmit={send}
        noValidate
        aria-label={t('application')}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4 pt-1"
      >
        {!isOn && (
          <Note kind="warn" icon={info}>
            {t('off')}
          </Note>
        )}
        <OfferCard project={project} />
        <LoanAmount
          project={project}
          form={form}
          refused={refusal?.reason?.startsWith('amount_') ? refusal.message : undefined}
          onChange={change}
        />
        <div className="grid gap-1.5">
          <ImageFields slots={slots} wrong={form.wrongImages} />
          <p className="text-12 text-ink-3">{t('images.kept', useFigures())}</p>
        </div>
        <DebtSummary project={project} amount={form.amount} />
      </form>
      {isOn && (
        <BottomBar>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
            <p className="text-12 text-ink-3">
              {t('youAsk')}
              <b className="n block text-[min(var(--fs-17),5vw)]/tight font-semibold text-ink">
                {form.amount === '' ? '--' : count(form.amount)}
              </b>
            </p>
            <SubmitButton form={FORM} busy={busy} busyText={t('sending')} className="flex-1">
              {t('apply')}
            </SubmitButton>
          </div>
        </BottomBar>
      )}
    </>
  );
}
