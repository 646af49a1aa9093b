import type { OwnLimits } from '@plimsoll/contract';
import { LIMITS_WAIT_HOURS } from '@plimsoll/contract/codes/times';
import { Button, Dialog, Note } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { useLimitsChanged } from './queries.ts';
import { useWriting } from './words.ts';

/** Offers a break of a day, which cannot be shortened, and the member's limits. */
export default function PauseOffer({
  limits,
  onLimits,
}: {
  readonly limits: OwnLimits;
  readonly onLimits?: () => void;
}) {
  const t = useTranslations('options.limits');
  const back = useTranslations('options.confirm');
  const { time, whole } = useWriting();
  const [isAsking, setAsking] = useState(false);
  const changed = useLimitsChanged();
  const { busy, submit } = useSubmit('setHyLimit', {
    onDone: () => {
      setAsking(false);
      changed();
    },
    onRefused: () => {
      setAsking(false);
      changed();
    },
  });
  // A break that is over is in no answer.
  if (limits.excluded_until !== null)
    return <Note icon={info}>{t('onBreak', { until: time(limits.excluded_until, 'full') })}</Note>;
  const hours = whole(LIMITS_WAIT_HOURS);
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2.5">
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('pauseDay', { hours })}
      </Button>
      {onLimits && (
        <Button kind="quiet" aria-haspopup="dialog" onClick={onLimits}>
          {t('title')}
        </Button>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('pauseTitle', { hours })}
        cancel={back('back')}
        confirm={t('pauseDay', { hours })}
        onConfirm={() => void submit({ exclude_days: '1' })}
        busy={busy}
        busyText={t('saving')}
      >
        {t('pauseText')}
      </Dialog>
    </div>
  );
}
