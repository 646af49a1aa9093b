import { Icon, Note } from '@plimsoll/ui';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lastCosignedMs, UNWITNESSED_MS, type Cosigned } from './cosignatures.ts';
import { useLogWriting } from './use-entry-words.ts';

const MS_PER_SECOND = 1000;

/** Whether no witness cosigned for a minute: since the last one did or, with none, since the page saw that. */
function useIsUnwitnessed(witnesses: readonly Cosigned[], nowMs: number): boolean {
  const lastMs = lastCosignedMs(witnesses);
  const [sinceMs, setSinceMs] = useState(nowMs);
  if (lastMs !== undefined && lastMs !== sinceMs) setSinceMs(lastMs);
  return nowMs - (lastMs ?? sinceMs) > UNWITNESSED_MS;
}

function WitnessRow({ witness: { key, isGood, atMs } }: { readonly witness: Cosigned }) {
  const t = useTranslations('proof');
  const { time } = useLogWriting();
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5 text-13">
      <span className="mono [overflow-wrap:anywhere]" dir="ltr">
        {key.name}
      </span>
      <span className={isGood ? 'text-ink-3' : 'text-danger'}>
        {!isGood
          ? t('cosignatureFails')
          : atMs === undefined
            ? t('notCosigned')
            : t.rich('cosignedAt', {
                time: `${time(new Date(atMs).toISOString(), 'time')} UTC`,
                v: (chunks) => <bdi>{chunks}</bdi>,
              })}
      </span>
    </li>
  );
}

/** Who else watches this log, by cosignatures that this page checked itself, and whether they do it now (PROOF 4). */
export function WitnessesPart({
  witnesses,
  nowMs,
}: {
  readonly witnesses: readonly Cosigned[];
  /** When the head was read. */
  readonly nowMs: number;
}) {
  const t = useTranslations('proof');
  const { whole } = useLogWriting();
  const isUnwitnessed = useIsUnwitnessed(witnesses, nowMs);
  const names = witnesses.flatMap(({ key, atMs }) => (atMs === undefined ? [] : [key.name]));
  if (witnesses.length === 0) return <p className="text-13 text-ink-2">{t('noWitnesses')}</p>;
  return (
    <div className="grid gap-2">
      {isUnwitnessed ? (
        <Note kind="warn" icon={warn}>
          {t('unwitnessed', { seconds: whole(UNWITNESSED_MS / MS_PER_SECOND) })}
        </Note>
      ) : (
        names.length > 0 && (
          <p className="flex gap-1.5 text-13 text-good">
            <Icon of={check} size={16} className="mt-0.5 flex-none" />
            <span>
              {t.rich('witnessedBy', {
                count: whole(names.length),
                names: names.join(', '),
                v: (chunks) => (
                  <bdi dir="ltr" className="[overflow-wrap:anywhere]">
                    {chunks}
                  </bdi>
                ),
              })}
            </span>
          </p>
        )
      )}
      <ul aria-label={t('stepWitnesses')}>
        {witnesses.map((witness) => (
          <WitnessRow key={`${witness.key.name} ${witness.key.publicKey.join(' ')}`} witness={witness} />
        ))}
      </ul>
    </div>
  );
}
