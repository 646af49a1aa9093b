import type { Answer, IdentityApplication } from '@plimsoll/contract';
import { IDENTITY_STATUS } from '@plimsoll/contract/codes/identity';
import { formatTime } from '@plimsoll/i18n';
import { Facts, Timeline, useReading, type TimelineStep } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { IMAGES } from './identity-form.ts';
import { maskedName } from './masked-name.ts';

type Status = Answer<'getIdentity'>['rzstatus'];

/** The three steps to a verified identity, and the present one. */
export function IdentitySteps({
  status,
  application,
}: {
  readonly status: Status;
  readonly application: IdentityApplication | null;
}) {
  const t = useTranslations('identity.steps');
  const reading = useReading();
  const at = (time: string | undefined) =>
    time === undefined
      ? {}
      : {
          text: (
            <time dateTime={time}>
              <bdi>{formatTime(time, { ...reading, style: 'full' })}</bdi>
            </time>
          ),
        };
  const isApplied = status === IDENTITY_STATUS.review || status === IDENTITY_STATUS.certified;
  const steps: readonly TimelineStep[] = [
    isApplied
      ? { state: 'done', title: t('applied'), ...at(application?.addtime) }
      : { state: 'now', title: t('none') },
    { state: status === IDENTITY_STATUS.review ? 'now' : isApplied ? 'done' : 'next', title: t('review') },
    {
      state: status === IDENTITY_STATUS.certified ? 'now' : 'next',
      title: t('certified'),
      ...at(status === IDENTITY_STATUS.certified ? application?.updatetime : undefined),
    },
  ];
  return (
    <Timeline
      label={t('label')}
      steps={steps}
      words={{ done: t('done'), now: t('now'), next: t('next'), bad: t('bad') }}
    />
  );
}

/** The member's application: all of it after a refusal, else masked. */
export function SentBefore({
  application,
  isMasked,
}: {
  readonly application: IdentityApplication;
  readonly isMasked: boolean;
}) {
  const t = useTranslations('identity');
  const reading = useReading();
  const { real_name, addtime } = application;
  return (
    <section aria-labelledby="identity-sent" className="grid gap-3 rounded-lg bg-surface p-4">
      <h2 id="identity-sent" className="text-14 font-semibold">
        {t('sent')}
      </h2>
      <Facts
        columns={2}
        items={[
          {
            term: t('sentName'),
            value: <bdi className="[overflow-wrap:anywhere]">{isMasked ? maskedName(real_name) : real_name}</bdi>,
          },
          // The steps above name the time.
          ...(isMasked
            ? []
            : [
                {
                  term: t('sentWhen'),
                  value: (
                    <time dateTime={addtime}>
                      <bdi>{formatTime(addtime, { ...reading, style: 'moment' })}</bdi>
                    </time>
                  ),
                },
              ]),
        ]}
      />
      {!isMasked && (
        <ul className="grid grid-cols-2 gap-3">
          {IMAGES.map((name) => (
            <li key={name}>
              <a
                href={application[name]}
                target="_blank"
                rel="noreferrer"
                title={t('showImage', { what: t(`images.${name}`) })}
                className="block overflow-hidden rounded-md"
              >
                <img
                  src={application[name]}
                  alt={t(`images.${name}`)}
                  className="aspect-[1.58] w-full bg-raised object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The status: a heading, its meaning, and its details. */
export function Standing({
  title,
  text,
  children,
}: {
  readonly title: ReactNode;
  readonly text: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 pb-4 pt-1">
      <div>
        <h2 className="text-20 font-semibold">{title}</h2>
        <p className="mt-1 text-14 text-ink-2">{text}</p>
      </div>
      {children}
    </div>
  );
}
