import type { Answer } from '@plimsoll/contract';
import { CREDIT_SCORE_FULL } from '@plimsoll/contract/figures';
import { SkeletonBlock, Count, ErrorState, Icon, IconButton, Load, Mark, Panel, showToast, Tag } from '@plimsoll/ui';
import { close } from '@plimsoll/ui/icons-shell';
import { copy } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { partedEmail } from '../../platform/parted-email.tsx';
import { refusedWords } from '../../platform/refused.ts';
import { setPanelOpen, usePanelOpen } from '../../platform/session.ts';
import { useMember } from '../../platform/member.ts';
import { PanelRows } from './panel-rows.tsx';

type Member = Answer<'getusr'>;

function Who({ member }: { readonly member: Member | undefined }) {
  const t = useTranslations('membership.panel');
  const app = useTranslations('app.kit');
  const copyUid = () => {
    // Browsers offer the clipboard to secure pages only.
    if (!member || !isSecureContext) return;
    void navigator.clipboard.writeText(String(member.id)).then(() => showToast('ok', t('copied')));
  };
  return (
    <div className="px-4 pb-4 pt-4.5">
      <div className="flex items-center gap-3">
        <span className="grid size-13 flex-none place-items-center rounded-full bg-surface">
          <Mark />
        </span>
        <div className="min-w-0 flex-1">
          {member ? (
            <>
              <p dir="ltr" className="text-left text-17 font-semibold [overflow-wrap:anywhere] rtl:text-right">
                {partedEmail(member.username)}
              </p>
              <p className="flex items-center gap-1 text-13 text-ink-3">
                {t('uid')} <Count value={member.id} grouped={false} />
                <IconButton mini label={t('copyUid')} className="mx-0.5 -my-1 text-ink" onClick={copyUid}>
                  <Icon of={copy} size={16} />
                </IconButton>
              </p>
            </>
          ) : (
            <>
              <SkeletonBlock width={120} height={16} />
              <SkeletonBlock width={90} height={11} className="mt-2.5" />
            </>
          )}
        </div>
        {member && <Tag kind="info">{t('vip', { level: member.vip })}</Tag>}
        <IconButton label={app('close')} className="-me-2.5" onClick={() => setPanelOpen(false)}>
          <Icon of={close} />
        </IconButton>
      </div>
      {member && (
        <div className="mt-4">
          <p className="flex justify-between gap-2 text-13">
            <span className="text-ink-2">{t('reputation')}</span>
            <span className="font-semibold">
              <Count value={member.credit_score} />{' '}
              <span className="font-normal text-ink-3">{t('ofMost', { maximum: CREDIT_SCORE_FULL })}</span>
            </span>
          </p>
          <Load
            className="mt-2"
            parts={[(Math.min(CREDIT_SCORE_FULL, Math.max(0, member.credit_score)) * 100) / CREDIT_SCORE_FULL]}
            label={t('reputationLabel', { score: member.credit_score, maximum: CREDIT_SCORE_FULL })}
          />
        </div>
      )}
    </div>
  );
}

/** The member side panel, over the home screen. */
export default function MemberPanel() {
  const t = useTranslations('membership.panel');
  const isOpen = usePanelOpen();
  const { data: member, error, isError, refetch } = useMember();
  return (
    <Panel open={isOpen} onClose={() => setPanelOpen(false)} label={t('label')}>
      <Who member={member} />
      {isError && !member && (
        <ErrorState title={t('failed')} text={refusedWords(error)} onRetry={() => void refetch()} />
      )}
      <PanelRows member={member} />
    </Panel>
  );
}
