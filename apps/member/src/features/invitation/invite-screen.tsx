import { formatDecimal } from '@plimsoll/i18n';
import {
  SkeletonBlock,
  Button,
  Contours,
  ErrorState,
  Icon,
  IconButton,
  Loading,
  QrCode,
  showToast,
  useReading,
} from '@plimsoll/ui';
import { copy, download, share } from '@plimsoll/ui/icons-screens';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { post } from '../../platform/client.ts';
import { copyText } from '../../platform/copy.ts';
import { refusedWords } from '../../platform/refused.ts';
import { useSearchParams } from '../../platform/router.tsx';
import { savePicture } from '../../platform/save-picture.ts';
import { useSettings } from '../../platform/settings.ts';
import { PageHeader } from '../site/index.ts';
import { inviteLink, namedCode, shownLink } from './invite-link.ts';
import { canShare, shareLink } from './share.ts';

export default function InviteScreen() {
  const t = useTranslations('invitation');
  const app = useTranslations('app');
  const [search] = useSearchParams();
  const reading = useReading();
  const named = namedCode(search);
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['getInvitation'],
    queryFn: () => post('getInvitation', {}, { quiet: true }),
  });
  const code = named ?? data?.code;
  // Until the own code is known, nobody's code is called one's own.
  const isOwn = data !== undefined && code === data.code;
  return (
    <>
      <Contours drawing="/drawings/contours.svg" height={320} />
      <PageHeader title={app('titles.invite')} canGoBack clear />
      <div className="relative px-4 pt-5 text-center">
        {code !== undefined && <Invitation code={code} isOwn={isOwn || named === undefined} />}
        {code === undefined && !isError && (
          <Loading label={app('kit.loading')}>
            <div className="grid justify-items-center gap-3">
              <SkeletonBlock width={200} height={200} />
              <SkeletonBlock width={140} height={13} className="mt-2" />
              <SkeletonBlock width={180} height={28} />
              <SkeletonBlock height={48} className="mt-4" />
            </div>
          </Loading>
        )}
        {code === undefined && isError && (
          <ErrorState
            title={app('kit.loadFailed')}
            text={refusedWords(error)}
            onRetry={() => void refetch()}
            className="pt-16"
          />
        )}
        {isOwn && (
          <p className="mt-6 rounded-lg bg-surface px-4 py-3.5 text-14 text-ink-2">
            {data.joined === 0
              ? t('noneJoined')
              : t('joined', { joined: data.joined, count: formatDecimal(String(data.joined), reading) })}
          </p>
        )}
      </div>
    </>
  );
}

function Invitation({ code, isOwn }: { readonly code: string; readonly isOwn: boolean }) {
  const t = useTranslations('invitation');
  const { invit_url: invitUrl, name } = useSettings();
  const drawing = useRef<SVGSVGElement>(null);
  const link = inviteLink(invitUrl, code, location.origin);
  const site = name || 'Plimsoll';
  const copyIt = (text: string, done: 'codeCopied' | 'linkCopied') =>
    void copyText(text).then((isCopied) => {
      showToast(isCopied ? 'ok' : 'bad', t(isCopied ? done : 'copyFailed'));
    });
  const handOn = async () => {
    const end = await shareLink({ title: site, text: t('shareText', { site }), url: link });
    if (end === 'copied' || end === 'failed')
      showToast(end === 'copied' ? 'ok' : 'bad', t(end === 'copied' ? 'linkCopied' : 'copyFailed'));
  };
  const save = () => {
    if (drawing.current)
      void savePicture(drawing.current, `${site}-${code}.png`).catch(() => showToast('bad', t('saveFailed')));
  };
  return (
    <>
      <QrCode ref={drawing} text={link} label={t('qr')} />
      <h2 className="mt-5 text-13 text-ink-2">{t(isOwn ? 'yourCode' : 'code')}</h2>
      <p className="mt-1 flex items-center justify-center gap-1 text-28 font-semibold tracking-[.04em]">
        <span className="size-11 flex-none" aria-hidden="true" />
        <span className="n min-w-0 whitespace-normal! [overflow-wrap:anywhere]">{code}</span>
        <IconButton label={t('copyCode')} className="text-water" onClick={() => copyIt(code, 'codeCopied')}>
          <Icon of={copy} size={20} />
        </IconButton>
      </p>
      <p dir="ltr" className="mt-1 text-13 text-ink-3 [overflow-wrap:anywhere]">
        {shownLink(link)}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button kind={canShare() ? 'quiet' : 'primary'} className="flex-1" onClick={() => copyIt(link, 'linkCopied')}>
          <Icon of={copy} size={20} />
          {t('copyLink')}
        </Button>
        {canShare() && (
          <Button className="flex-1" onClick={() => void handOn()}>
            <Icon of={share} size={20} />
            {t('share')}
          </Button>
        )}
        <Button kind="quiet" aria-label={t('saveQr')} onClick={save}>
          <Icon of={download} size={20} />
        </Button>
      </div>
    </>
  );
}
