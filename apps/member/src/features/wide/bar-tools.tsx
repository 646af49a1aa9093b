import { buttonClass, Icon, IconButton, Tag } from '@plimsoll/ui';
import { bell } from '@plimsoll/ui/icons-shell';
import { search, user } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { useMember } from '../../platform/member.ts';
import { Link, navigate } from '../../platform/router.tsx';
import { setPanelOpen, useIsMember } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { useHasKeys, useIsRoomy } from '../../platform/use-is-wide.ts';
import { LanguageButton } from '../site/index.ts';
import { OPENS } from './key-names.ts';

function MemberTools() {
  const t = useTranslations('home');
  const { data: member } = useMember();
  const isUnread = member?.has_unread === 1;
  const name = member?.username ?? '';
  const isRoomy = useIsRoomy();
  return (
    <>
      <IconButton label={t(isUnread ? 'noticesUnread' : 'notices')} onClick={() => navigate('/notify')}>
        <Icon of={bell} />
        {isUnread && <span className="absolute end-2.75 top-2.5 size-2 rounded-full bg-water outline-2 outline-bg" />}
      </IconButton>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('openPanel', { name })}
        title={name}
        className="flex h-11 items-center gap-2 rounded-md px-1.5"
        onClick={() => setPanelOpen(true)}
      >
        <Icon of={user} size={20} />
        {isRoomy && (
          <bdi title={name} className="max-w-36 truncate text-14 font-medium">
            {name}
          </bdi>
        )}
      </button>
    </>
  );
}

/** At the end of the bar: the way to the palette, and the reader's own. */
export function BarTools({ onFind }: { readonly onFind: () => void }) {
  const t = useTranslations('wide');
  const home = useTranslations('home');
  const app = useTranslations('app.demo');
  const isMember = useIsMember();
  const isRoomy = useIsRoomy();
  const hasKeys = useHasKeys();
  const { demo } = useSettings();
  return (
    <div
      data-roomy={isRoomy || undefined}
      className="bar-tools fixed end-0 top-0 z-(--z-tabbar) flex items-center gap-1.5 pe-4"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={onFind}
        className="flex h-9 items-center gap-2.5 rounded-sm bg-surface px-3 text-13 text-ink-3 hover:bg-raised"
      >
        <Icon of={search} size={20} className="text-ink-2" />
        <span className={isRoomy ? '' : 'sr'}>{t('find')}</span>
        {isRoomy && hasKeys && (
          <kbd className="kbd" aria-hidden="true">
            {OPENS}
          </kbd>
        )}
      </button>
      {demo === 1 && (
        <span title={app('text')} className="mx-1 flex">
          <Tag kind="info">
            {app('word')}
            <span className="sr">{app('text')}</span>
          </Tag>
        </span>
      )}
      <LanguageButton />
      {isMember ? (
        <MemberTools />
      ) : (
        <Link to="/login" className={buttonClass('quiet', 'small')}>
          {home('logIn')}
        </Link>
      )}
    </div>
  );
}
