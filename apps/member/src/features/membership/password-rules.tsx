import { Icon } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { hasGoodCharacters, hasGoodLength } from '../../platform/password-shape.ts';

/** A rule of the password, ticked once it is kept. */
function Rule({ isKept, text }: { readonly isKept: boolean; readonly text: string }) {
  return (
    <span className={`inline-flex items-center gap-1.25 text-12 ${isKept ? 'text-good' : 'text-ink-3'}`}>
      {isKept ? <Icon of={check} size={16} /> : <span className="grid size-4 place-items-center"><span className="size-1.5 rounded-full bg-line-strong" /></span>}
      {text}
    </span>
  );
}

/** What a new password has to be, each ticked once it is (spec part 1, section 5). */
export function PasswordRules({ password }: { readonly password: string }) {
  const t = useTranslations('membership.register');
  return (
    <div className="flex flex-wrap gap-x-3.5 gap-y-1">
      <Rule isKept={hasGoodLength(password)} text={t('lengthRule')} />
      <Rule isKept={hasGoodCharacters(password)} text={t('lettersRule')} />
    </div>
  );
}
