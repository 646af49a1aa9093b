import { buttonClass } from '@plimsoll/ui';
import { Link } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';

/** The first part of the page for visitors. */
export function VisitorHero() {
  const t = useTranslations('home');
  return (
    <section className="px-4 pb-5 pt-2">
      <h2 className="[overflow-wrap:anywhere] max-w-[15em] text-24 font-semibold tracking-[-.01em]">
        {t('heroTitle')}
      </h2>
      <p className="mt-2 max-w-[34ch] text-ink-2">{t('heroText')}</p>
      <div className="mt-4 flex gap-2">
        <Link to="/register" className={`${buttonClass('primary')} flex-1`}>
          {t('createAccount')}
        </Link>
        <Link to="/login" className={`${buttonClass('quiet')} flex-1`}>
          {t('logIn')}
        </Link>
      </div>
    </section>
  );
}
