import { SkeletonBlock, Figure } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { FiguresEye } from './figures-eye.tsx';

interface AccountHeadProps {
  readonly available: string | undefined;
  readonly frozen: string | undefined;
  readonly worth: string | undefined;
  readonly isHidden: boolean;
  readonly onToggle: () => void;
}

/** A member's balance of one coin in one account. */
export function AccountHead({ available, frozen, worth, isHidden, onToggle }: AccountHeadProps) {
  const t = useTranslations('assets');
  const isFrozen = frozen !== undefined && /[1-9]/.test(frozen);
  return (
    <section className="px-4 pb-3 pt-2">
      <div className="flex items-center">
        <h2 className="text-13 text-ink-2">{t('account.available')}</h2>
        <FiguresEye isHidden={isHidden} onToggle={onToggle} />
      </div>
      <p className="min-h-8.5 text-[min(var(--fs-28),7.4vw)]/(--lh-28) font-semibold tracking-[-.015em]">
        {available === undefined ? (
          <SkeletonBlock width={230} height={30} />
        ) : (
          <Figure value={available} places={8} hidden={isHidden} flash />
        )}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-3.5 text-13 text-ink-3">
        {worth === undefined ? (
          <SkeletonBlock width={110} height={16} />
        ) : (
          <span>
            {isFrozen && t('account.worth')} <Figure value={worth} places={2} dollars dim={false} hidden={isHidden} />
          </span>
        )}
        {isFrozen && (
          <span>
            {t('coins.frozen')} <Figure value={frozen} places={8} dim={false} hidden={isHidden} />
          </span>
        )}
      </p>
    </section>
  );
}
