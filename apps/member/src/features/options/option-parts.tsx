import type { OwnLimits } from '@plimsoll/contract';
import { PLACES } from '@plimsoll/money';
import { LazyBoundary, lazyPart, Note, Sheet, StaleBar } from '@plimsoll/ui';
import { info, offline } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../platform/use-is-wide.ts';
import { FormSkeleton } from './list-skeleton.tsx';
import { isNearLimit } from './limits-form.ts';
import { LossCard } from './loss-line.tsx';
import { useWriting } from './words.ts';
import type { useOption } from './use-option.ts';

const FORM = lazyPart(() => import('./option-form-view.tsx'));
const CONFIRM = lazyPart(() => import('./confirm-option.tsx'));

/** Loads the form and its confirmation ahead of need. */
export const warmForm = async (): Promise<void> => {
  await FORM.warm();
  await CONFIRM.warm();
};

interface PartProps {
  readonly option: ReturnType<typeof useOption>;
}

/** That prices are old, options are switched off, or the member takes a break. */
export function OptionNotes({ option, limits }: PartProps & { readonly limits: OwnLimits | undefined }) {
  const until = limits?.excluded_until;
  const t = useTranslations('options');
  const connection = useTranslations('app.connection');
  const { whole, time } = useWriting();
  const { isOld, isOnline, ageS, isOff, isResting } = option;
  const isWide = useIsWide();
  return (
    <>
      {(isOld || !isOnline) && (
        <StaleBar {...(isOnline ? {} : { icon: offline })}>
          {isOnline ? t('stale', { seconds: whole(ageS) }) : connection('offline')}
        </StaleBar>
      )}
      {isOff && (
        <div className="px-4 pb-2">
          <Note kind="warn" icon={info}>
            {t('off')}
          </Note>
        </div>
      )}
      {!isWide && !isOff && !isResting && limits && isNearLimit(limits) && (
        <div className="px-4 pb-2">
          <LossCard limits={limits} />
        </div>
      )}
      {!isOff && isResting && until !== null && until !== undefined && (
        <div className="px-4 pb-2">
          <Note icon={info}>{t('limits.onBreak', { until: time(until, 'full') })}</Note>
        </div>
      )}
    </>
  );
}

/** The form, loaded when the browser is idle or when it is opened. */
export function LazyForm({ option }: PartProps) {
  const { form, terms, termsFailed, retryTerms, change, place, blocked, funds, isAlways, setAlways, left, topUps } =
    option;
  return (
    <LazyBoundary
      part={FORM}
      props={{
        form,
        terms,
        failed: termsFailed,
        onRetry: retryTerms,
        onChange: change,
        onPlace: place,
        blocked,
        funds,
        isAlways,
        onAlways: setAlways,
        left,
        onBack: topUps.isBack,
      }}
      fallback={<FormSkeleton />}
    />
  );
}

/** The confirmation of an option. */
export function LazyConfirm({ option, pair }: PartProps & { readonly pair: string }) {
  const { command, terms, isConfirming, busy, dismiss, confirm } = option;
  if (!command) return null;
  return (
    <LazyBoundary
      part={CONFIRM}
      props={{
        open: isConfirming,
        command,
        pair,
        coin: terms?.coin ?? '',
        decimals: terms?.decimals ?? PLACES,
        busy,
        onClose: dismiss,
        onConfirm: () => void confirm(),
      }}
      fallback={null}
    />
  );
}

/** The form in a sheet, on a phone. */
export function FormSheet({ option, pair }: PartProps & { readonly pair: string }) {
  const t = useTranslations('options');
  const { isFormOpen, setFormOpen } = option;
  return (
    <>
      <Sheet
        open={isFormOpen}
        onClose={() => setFormOpen(false)}
        low
        title={
          <>
            {t('form.title')}{' '}
            <bdi dir="ltr" className="text-14 font-medium text-ink-3">
              {pair}
            </bdi>
          </>
        }
      >
        <LazyForm option={option} />
        {/* Inside the sheet: a tap on the dialog must not count as one beside the sheet. */}
        {isFormOpen && <LazyConfirm option={option} pair={pair} />}
      </Sheet>
      {!isFormOpen && <LazyConfirm option={option} pair={pair} />}
    </>
  );
}
