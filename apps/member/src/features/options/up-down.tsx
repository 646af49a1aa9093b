import type { Direction } from '@plimsoll/proof';
import { buttonClass, Icon } from '@plimsoll/ui';
import { triDown, triUp } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';

/** Why nothing can be placed now; `unsure` while it is not known what other accounts have. */
export type Blocked = 'stale' | 'waiting' | 'unsure' | 'off' | 'break';

interface UpDownProps {
  /** Undefined while stake and cycle are not chosen. */
  readonly returns: string | undefined;
  readonly blocked: Blocked | undefined;
  readonly onPlace: (direction: Direction) => void;
}

/** The buttons that place an option: what each pays, or why it is disabled. */
export function UpDown({ returns, blocked, onPlace }: UpDownProps) {
  const t = useTranslations('options');
  const kit = useTranslations('app.kit');
  return (
    <div className="grid grid-cols-2 gap-2.5">
      {(['up', 'down'] as const).map((direction) => (
        <button
          key={direction}
          type="button"
          disabled={blocked !== undefined}
          onClick={() => onPlace(direction)}
          className={`${buttonClass(direction)} min-h-14.5 flex-col gap-0.5! px-2!`}
        >
          <span className="inline-flex items-center gap-2 text-[min(var(--fs-17),5vw)]">
            <Icon of={direction === 'up' ? triUp : triDown} size={13} />
            {t(direction)}
          </span>
          <small className="text-12 font-normal">
            {blocked === undefined
              ? returns === undefined
                ? t(`form.${direction}Bare`)
                : t(`form.${direction}Pays`, { amount: returns })
              : blocked === 'unsure'
                ? kit('loading')
                : t(`blocked.${blocked}`)}
          </small>
        </button>
      ))}
    </div>
  );
}
