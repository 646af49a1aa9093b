import { linkClass, SkeletonBlock } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import type { SecurityState } from './queries.ts';

/**
 * The words in the platform's mails, or the link to choose them (RULES 8). It has its place before they are known: what
 * stands below is a button that freezes the account.
 */
export function PhrasePart({ state }: { readonly state: SecurityState | undefined }) {
  const t = useTranslations('security.phrase');
  const rows = useTranslations('security.rows');
  return (
    <section className="grid gap-2 px-4" aria-labelledby="mail-phrase">
      <h2 id="mail-phrase" className="text-17 font-semibold">
        {t('title')}
      </h2>
      <p className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 rounded-md bg-raised px-3.5 py-2 in-data-[theme=day]:bg-surface">
        {state ? (
          <>
            {state.phrase === null ? (
              <span className="text-ink-3">{t('none')}</span>
            ) : (
              <bdi className="min-w-0 font-semibold [overflow-wrap:anywhere]">{state.phrase}</bdi>
            )}
            <Link to="/security?view=phrase" className={`${linkClass} hit text-13`}>
              {state.phrase === null ? t('choose') : rows('change')}
            </Link>
          </>
        ) : (
          <SkeletonBlock width={120} height={16} />
        )}
      </p>
      <p className="text-12 text-ink-3">{t('text')}</p>
    </section>
  );
}
