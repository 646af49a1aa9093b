import { showToast } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { post } from '../../platform/client.ts';
import { useSecurityChanged } from './queries.ts';

/** Offers to end all other sessions after a change that made the account safer. */
export function useOfferToEndOthers(): () => void {
  const t = useTranslations('security.sessions');
  const changed = useSecurityChanged();
  const offer = async () => {
    const { list } = await post('getSessions', { page: 1, limit: 2 }, { quiet: true });
    if (list.length < 2) return;
    showToast('info', t('elsewhere'), {
      sticky: true,
      action: {
        label: t('endOthers'),
        run: () => void post('endOtherSessions', {}, { announce: true }).then(changed, () => undefined),
      },
    });
  };
  // Without an answer nothing is offered; the page of sessions is there all the same.
  return () => void offer().catch(() => undefined);
}
