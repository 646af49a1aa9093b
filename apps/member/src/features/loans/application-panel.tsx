import type { LoanProject } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { format } from '@plimsoll/money';
import {
  BottomBar,
  Facts,
  Figure,
  LoadLine,
  Note,
  showToast,
  SubmitButton,
  Summary,
  useReading,
  WholeStepper,
} from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../platform/draft.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { navigate } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useImageSlot } from '../../platform/use-image-slot.ts';
import {
  boundsOf,
  changed,
  errorsIn,
  fieldsOf,
  formAt,
  IMAGES,
  percentOf,
  computeDebt,
  whole,
  type ApplicationAction,
  type ImageName,
} from './application-form.ts';
import { ImageFields } from './image-fields.tsx';
import { ProjectHead } from './project-head.tsx';
import { useLoansChanged } from './queries.ts';

const FORM = 'loan';

/** How much of an offer, the three images, and what it comes to. */
export function ApplicationPanel({ project }: { readonly project: LoanProject }) {
  const t = useTranslations('loans');
  const reading = useReading();
  const { loan_switch } = useSettings();
  const loansChanged = useLoansChanged();
  const [form, setForm, forget] = useDraft(() => formAt(project));
  /** The server's last word, until something is changed. */
  const [refusal, setRefusal] = useState<Refusal>();
  const change = (action: ApplicationAction) => {
    setRefusal(undefined);
    setForm((now) => changed(now, action, project));
  };
  const image = (name: ImageName) =>
    [
      form.images[name],
      (sent: Parameters<Parameters<typeof useImageSlot>[1]>[0]) => change({ kind: 'image', name, image: sent }),
    ] as const;
  const slots = {
    front_card: useImageSlot(...image('front_card')),
    later_card: useImageSlot(...image('later_card')),
    handheld_card: useImageSlot(...image('handheld_card')),
  };
  const { busy, submit } = useSubmit('applyLoan', {
    keyed: true,
    onDone() {
      forget();
      loansChanged();
      navigate('/loans?tab=orders', { replace: true });
    },
    onRefused(next) {
      setRefusal(next);
      loansChanged();
    },
  });
  const { least, most } = boundsOf(project);
  const isOn = loan_switch === 1;
  const count = (text: string) => formatDecimal(text, reading);
  const days = t('days', { days: project.cycle, count: count(String(project.cycle)) });
  const sayAmount = (wrong: typeof form.wrong) =>
    wrong && t(`errors.${wrong}`, { least: count(whole(least)), most: count(whole(most)) });
  const sums = computeDebt(form.amount, project);
  const figure = (value: Parameters<typeof format>[0] | undefined) =>
    value === undefined ? (
      '--'
    ) : (
      <>
        <Figure value={format(value)} /> <small className="text-[.78em] font-normal text-ink-3">USDT</small>
      </>
    );
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
      sayAmount(errors.amount) ??
        (first && why ? (why === 'missing' ? t(`images.missing.${first}`) : t(`images.${why}`)) : ''),
    );
  };
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
        <section className="rounded-lg bg-surface p-4">
          <ProjectHead project={project} />
          <div className="mt-4">
            <Facts
              columns={2}
              items={[
                { term: t('period'), value: days },
                { term: t('repaid'), value: t('inOneSum') },
              ]}
            />
          </div>
        </section>
        <WholeStepper
          label={t('howMuch')}
          value={form.amount}
          less={t('less')}
          more={t('more')}
          wrong={sayAmount(form.wrong) ?? (refusal?.reason?.startsWith('amount_') ? refusal.message : undefined)}
          onEnter={(text) => change({ kind: 'enter', text })}
          onStep={(way) => change({ kind: 'step', way })}
        >
          <LoadLine
            {...percentOf(form.amount, project)}
            label={t('ofMost', { percent: count(String(percentOf(form.amount, project).percent)) })}
          />
          <div className="flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
            <span>{t('least', { amount: count(whole(least)) })}</span>
            <span>{t('most', { amount: count(whole(most)) })}</span>
          </div>
        </WholeStepper>
        <div className="grid gap-1.5">
          <ImageFields slots={slots} wrong={form.wrongImages} />
          <p className="text-12 text-ink-3">{t('images.kept')}</p>
        </div>
        <section aria-label={t('summary.title')} className="[&_dd]:ms-auto [&_dl>div]:flex-wrap">
          <Summary
            rows={[
              { term: t('summary.receive'), value: figure(sums?.gross) },
              { term: t('summary.interest', { days }), value: figure(sums?.interest) },
              { term: t('summary.due', { days }), value: figure(sums?.total), total: true },
            ]}
          />
          <p className="mt-1 text-12 text-ink-3">
            {t('summary.text')} {t('summary.late')}
          </p>
        </section>
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
