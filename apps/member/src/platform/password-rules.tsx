import { Icon } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { isGoodPassword } from './password-shape.ts';
import { useFigures } from './use-figures.ts';

/** The rules of a new password, ticked once met (RULES 7.1; docs/MEMBER-SECURITY.md). */
export function PasswordRules({ password }: { readonly password: string }) {
  const t = useTranslations('membership.register');
  const figures = useFigures();
  const isKept = isGoodPassword(password);
  return (
    <span className={`inline-flex items-center gap-1.25 text-12 ${isKept ? 'text-good' : 'text-ink-3'}`}>
      {isKept ? (
        <Icon of={check} size={16} />
      ) : (
        <span className="grid size-4 shrink-0 place-items-center">
          <span className="size-1.5 rounded-full bg-line-strong" />
        </span>
      )}
      {t('passwordRule', figures)}
    </span>
  );
}
