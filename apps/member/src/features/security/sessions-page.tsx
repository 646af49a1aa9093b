import type { KnownDevice, OwnSession } from '@plimsoll/contract';
import { formatTime } from '@plimsoll/i18n';
import { Button, Dialog, ErrorState, Loading, RowSkeleton, Tag, useReading, type Pages } from '@plimsoll/ui';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { leaveTo } from '../../platform/leave-to.ts';
import { useSubmit } from '../../platform/submit.ts';
import { PageHeader } from '../site/index.ts';
import { useDeviceName } from './device-name.ts';
import { useDevices, useSecurityChanged, useSessions } from './queries.ts';

interface RowProps {
  readonly name: string;
  readonly lines: ReactNode;
  readonly address: string;
  readonly tag?: string | undefined;
  readonly action?: {
    readonly text: string;
    readonly named: string;
    readonly busy?: boolean;
    readonly onTap: () => void;
  };
}

function Row({ name, lines, address, tag, action }: RowProps) {
  return (
    <li className="flex min-h-16.5 items-center gap-3 px-4 py-2.5">
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{name}</span>
          {tag !== undefined && <Tag kind="info">{tag}</Tag>}
        </span>
        <span className="text-12 text-ink-3">{lines}</span>
        {address !== '' && (
          <bdi dir="ltr" className="n text-12 text-ink-3 rtl:text-right">
            {address}
          </bdi>
        )}
      </span>
      {action && (
        <Button kind="line" size="small" aria-label={action.named} busy={action.busy ?? false} onClick={action.onTap}>
          {action.text}
        </Button>
      )}
    </li>
  );
}

function Rows<T>({
  pages,
  label,
  empty,
  children,
}: {
  readonly pages: Pages<T>;
  readonly label: string;
  readonly empty: string;
  readonly children: (row: T) => ReactNode;
}) {
  const kit = useTranslations('app.kit');
  const t = useTranslations('security.sessions');
  const { rows, failed, refused, hasNextPage, isFetchingNextPage } = pages;
  if (!rows)
    return failed ? (
      <ErrorState
        title={kit('loadFailed')}
        text={refused ?? kit('loadFailedText')}
        onRetry={() => void pages.refetch()}
      />
    ) : (
      <Loading label={kit('loading')}>
        <RowSkeleton count={2} mark={false} />
      </Loading>
    );
  if (rows.length === 0) return <p className="px-4 py-2 text-14 text-ink-2">{empty}</p>;
  return (
    <>
      <ul className="rows border-y" aria-label={label}>
        {rows.map(children)}
      </ul>
      {hasNextPage && (
        <div className="px-4 pt-3">
          <Button kind="quiet" className="w-full" busy={isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

function Devices() {
  const t = useTranslations('security.sessions');
  const reading = useReading();
  const nameOf = useDeviceName();
  const pages = useDevices();
  const changed = useSecurityChanged();
  const { busy, submit } = useSubmit('forgetDevice', { onDone: changed, onRefused: changed });
  if (pages.rows?.length === 0) return null;
  const date = (at: string) => formatTime(at, { ...reading, style: 'date' });
  return (
    <section aria-labelledby="known-devices" className="grid gap-2">
      <h2 id="known-devices" className="px-4 text-17 font-semibold">
        {t('devices')}
      </h2>
      <p className="px-4 text-13 text-ink-2">{t('devicesText')}</p>
      <Rows pages={pages} label={t('devices')} empty="">
        {(device: KnownDevice) => (
          <Row
            key={device.id}
            name={nameOf(device)}
            address={device.address}
            tag={device.current === 1 ? t('here') : undefined}
            lines={
              <>
                {t('since', { date: date(device.addtime) })} · {t('until', { date: date(device.expires) })}
              </>
            }
            action={{
              text: t('forget'),
              named: t('forgetNamed', { device: nameOf(device) }),
              busy,
              onTap: () => void submit({ id: device.id }),
            }}
          />
        )}
      </Rows>
    </section>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const t = useTranslations('security.sessions');
  const reading = useReading();
  const nameOf = useDeviceName();
  const when = (at: string) => formatTime(at, { ...reading, style: 'full' });
  return (
    <Row
      name={nameOf(session)}
      address={session.address}
      tag={session.current === 1 ? t('here') : undefined}
      lines={
        <>
          {t('since', { date: when(session.addtime) })}
          {session.current === 0 && <> · {t('seen', { when: when(session.last_seen) })}</>}
          <span className="block">{t(session.bound === 1 ? 'bound' : 'program')}</span>
        </>
      }
      action={{
        text: t('end'),
        named: t('endNamed', { device: nameOf(session) }),
        onTap: onEnd,
      }}
    />
  );
}

interface EndDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function EndDialog({ open, title, text, busy, onClose, onConfirm }: EndDialogProps) {
  const t = useTranslations('security.sessions');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      cancel={t('cancel')}
      confirm={t('end')}
      kind="danger"
      busy={busy}
      busyText={t('busy')}
      onConfirm={onConfirm}
    >
      {text}
    </Dialog>
  );
}

/** What a dialog asks to end: one session by its id, or all others. */
type Asked = OwnSession['id'] | 'others';

/** The two calls that end sessions; `close` closes the dialog that asked for them, not one opened since. */
function useEndSessions(ending: OwnSession | undefined, close: (asked: Asked | undefined) => void) {
  const changed = useSecurityChanged();
  const one = useSubmit('endSession', {
    isLast: ending?.current === 1,
    onDone() {
      close(ending?.id);
      if (ending?.current === 1) leaveTo('/login');
      else changed();
    },
    onRefused() {
      close(ending?.id);
      changed();
    },
  });
  const others = useSubmit('endOtherSessions', {
    onDone() {
      close('others');
      changed();
    },
    onRefused: () => close('others'),
  });
  return { one, others };
}

/**
 * /security?view=sessions: the member's sessions, and the browsers without a second step; any of them can be ended.
 */
export function SessionsPage() {
  const t = useTranslations('security.sessions');
  const rows = useTranslations('security.rows');
  const nameOf = useDeviceName();
  const pages = useSessions();
  const [ending, setEnding] = useState<OwnSession>();
  const [asking, setAsking] = useState<Asked>();
  const close = () => setAsking(undefined);
  const { one, others } = useEndSessions(ending, (asked) => setAsking((now) => (now === asked ? undefined : now)));
  const device = ending ? nameOf(ending) : '';
  return (
    <>
      <PageHeader title={rows('sessions')} canGoBack />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pb-8">
        <div>
          <Rows pages={pages} label={rows('sessions')} empty={t('noOthers')}>
            {(session: OwnSession) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={() => {
                  setEnding(session);
                  setAsking(session.id);
                }}
              />
            )}
          </Rows>
          {pages.rows && pages.rows.length > 1 && (
            <div className="px-4 pt-4">
              <Button kind="line" className="w-full text-danger!" onClick={() => setAsking('others')}>
                {t('endOthers')}
              </Button>
            </div>
          )}
        </div>
        <Devices />
      </div>
      <EndDialog
        open={asking !== undefined && asking !== 'others'}
        title={t('endTitle', { device })}
        text={t('endText')}
        busy={one.busy}
        onClose={close}
        onConfirm={() => {
          if (ending) void one.submit({ id: ending.id });
        }}
      />
      <EndDialog
        open={asking === 'others'}
        title={t('endOthersTitle')}
        text={t('endOthersText')}
        busy={others.busy}
        onClose={close}
        onConfirm={() => void others.submit()}
      />
    </>
  );
}
