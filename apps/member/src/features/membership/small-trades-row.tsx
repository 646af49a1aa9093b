import { formatDecimal } from '@plimsoll/i18n';
import { Icon, SwitchMark, useReading } from '@plimsoll/ui';
import { eye } from '@plimsoll/ui/icons-shell';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { setSkipsSmall, SMALL_BELOW, useSkipsSmall } from '../../platform/small-trades.ts';

/** Whether small trades go without a last look. */
export function SmallTradesRow({
  className,
  valueClassName,
}: {
  readonly className: string;
  readonly valueClassName: string;
}) {
  const t = useTranslations('membership.panel');
  const reading = useReading();
  const isOn = useSkipsSmall();
  const text = useId();
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-describedby={text}
        className={className}
        onClick={() => setSkipsSmall(!isOn)}
      >
        <Icon of={eye} duo />
        <span className="text-start">{t('skipSmall')}</span>
        <span className={`${valueClassName} flex-none`}>
          <SwitchMark on={isOn} />
        </span>
      </button>
      <p id={text} className="-mt-1 pb-2.5 pe-4 ps-13.5 text-12 text-ink-3">
        {t('skipSmallText', { amount: formatDecimal(SMALL_BELOW, reading) })}
      </p>
    </>
  );
}
