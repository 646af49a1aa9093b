import type { MemberItem } from '@plimsoll/contract/operator';
import { Tag } from '@plimsoll/ui';
import { lock } from '@plimsoll/ui/icons-screens';
import { check, clock, close } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';

/** Whether a member is frozen. */
export function AccessState({ frozen }: Pick<MemberItem, 'frozen'>) {
  const t = useTranslations('console-members');
  return frozen === 1 ? (
    <Tag kind="bad" icon={lock}>
      {t('frozen')}
    </Tag>
  ) : (
    <span className="text-ink-2">{t('active')}</span>
  );
}

/** A member's identity status. */
export function IdentityState({ status }: { readonly status: MemberItem['rzstatus'] }) {
  const t = useTranslations('console-members');
  switch (status) {
    case 0:
      return <span className="text-ink-3">{t('identities.none')}</span>;
    case 1:
      return (
        <Tag kind="wait" icon={clock}>
          {t('identities.waiting')}
        </Tag>
      );
    case 2:
      return (
        <Tag kind="ok" icon={check}>
          {t('identities.certified')}
        </Tag>
      );
    case 3:
      return (
        <Tag kind="bad" icon={close}>
          {t('identities.refused')}
        </Tag>
      );
  }
}
