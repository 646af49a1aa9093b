import { Count, Icon, SkeletonBlock } from '@plimsoll/ui';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { KeptPart } from './kept-part.tsx';
import type { LogHead } from './log-files.ts';
import { Section } from './section.tsx';
import { hexOf } from './signatures.ts';
import { useLogWriting } from './use-entry-words.ts';
import { WitnessesPart } from './witnesses-part.tsx';

/** About as high as a state with one key. */
const HEIGHT = 320;

/** Groups of eight digits, which may break between them. */
const grouped = (hex: string): string => hex.match(/.{8}/g)?.join(' ') ?? hex;

function Signed({ isSigned }: Pick<LogHead, 'isSigned'>) {
  const t = useTranslations('proof');
  if (isSigned === undefined) return <p className="text-13 text-ink-2">{t('noEd25519')}</p>;
  return (
    <p className={`flex gap-1.5 text-13 ${isSigned ? 'text-good' : 'text-danger'}`}>
      <Icon of={isSigned ? check : warn} size={16} className="mt-0.5 flex-none" />
      {t(isSigned ? 'headHolds' : 'headFails')}
    </p>
  );
}

/**
 * The newest state of the log, whose signatures were checked here, with the time of its last entry and when it was read;
 * null before it has begun, undefined while it loads.
 */
export function HeadSection({
  head,
  at,
  readAtMs,
}: {
  readonly head: LogHead | null | undefined;
  readonly at: string | undefined;
  readonly readAtMs: number;
}) {
  const t = useTranslations('proof');
  const { time } = useLogWriting();
  if (!head)
    return (
      <Section title={t('head')}>
        {head === null ? <p className="text-14 text-ink-2">{t('noLog')}</p> : <SkeletonBlock height={HEIGHT} />}
      </Section>
    );
  const { checkpoint, keys, isSigned, witnesses } = head;
  return (
    <Section title={t('head')} beside={at !== undefined && <time dateTime={at}>{`${time(at, 'time')} UTC`}</time>}>
      <dl className="grid gap-2 text-13">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <dt className="order-2 text-14 text-ink-2">{t('entries')}</dt>
          <dd className="text-28 font-semibold">
            <Count value={checkpoint.size} />
          </dd>
        </div>
        <div>
          <dt className="text-12 text-ink-3">{t('root')}</dt>
          <dd className="mono [overflow-wrap:anywhere] text-ink-2" dir="ltr">
            {grouped(hexOf(checkpoint.root))}
          </dd>
        </div>
        {keys.map((key) => (
          <div key={hexOf(key.publicKey)}>
            <dt className="text-12 text-ink-3">{t('key')}</dt>
            <dd className="mono [overflow-wrap:anywhere] text-ink-2" dir="ltr">
              {`${key.name} ${grouped(hexOf(key.publicKey))}`}
            </dd>
          </div>
        ))}
      </dl>
      <Signed isSigned={isSigned} />
      {isSigned && <KeptPart head={head} readAtMs={readAtMs} />}
      {witnesses && <WitnessesPart witnesses={witnesses} nowMs={readAtMs} />}
    </Section>
  );
}
