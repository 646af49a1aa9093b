import { Icon } from '@plimsoll/ui';
import { settings as sliders } from '@plimsoll/ui/icons-panel';
import { down, triDown, triUp, up } from '@plimsoll/ui/icons-screens';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { setUpDown, UP_DOWN, useUpDown } from '../../platform/theme.ts';

const NAMES = { 'green-up': 'upDownGreen', 'red-up': 'upDownRed', safe: 'upDownSafe' } as const;

function Pair() {
  return (
    <span className="flex gap-2" aria-hidden="true">
      <span className="text-up">
        <Icon of={triUp} size={13} />
      </span>
      <span className="text-dn">
        <Icon of={triDown} size={13} />
      </span>
    </span>
  );
}

/** The colours of up and down: opens in place to the three choices. */
export function UpDownRow({
  className,
  valueClassName,
}: {
  readonly className: string;
  readonly valueClassName: string;
}) {
  const t = useTranslations('membership.panel');
  const chosen = useUpDown();
  const [isOpen, setOpen] = useState(false);
  const choices = useId();
  return (
    <>
      <button
        type="button"
        className={className}
        aria-expanded={isOpen}
        aria-controls={choices}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={sliders} />
        <span>{t('upDown')}</span>
        <span className={valueClassName}>
          <Pair />
          <Icon of={isOpen ? up : down} size={16} />
        </span>
      </button>
      {isOpen && (
        <fieldset id={choices} className="pb-2 ps-13.5 pe-4">
          <legend className="sr">{t('upDown')}</legend>
          {UP_DOWN.map((each) => (
            <label
              key={each}
              data-updown={each}
              className="flex min-h-11 cursor-pointer items-center gap-3 text-14 text-ink-2 has-checked:text-ink"
            >
              <input
                type="radio"
                name={choices}
                checked={each === chosen}
                onChange={() => setUpDown(each)}
                className="size-4 appearance-none rounded-full edge-strong checked:edge-dot"
              />
              <span className="flex-1">{t(NAMES[each])}</span>
              <Pair />
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
