import type { Overview } from '@plimsoll/contract/operator';
import { Icon } from '@plimsoll/ui';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useWaitText } from '../../platform/resource/index.ts';

type Runs = Overview['runs'];

/** The last audit of the ledger, and the last of everything where that was another one: how they ended, and how old they are. */
export function AuditRuns({ runs: { last, all } }: { readonly runs: Runs }) {
  const t = useTranslations('console');
  const waitText = useWaitText();
  if (last === null) return <p className="mt-1.5 text-end text-13 text-ink-3">{t('overview.runs.none')}</p>;
  const other = all !== null && all.at !== last.at ? all : null;
  const lines = [...new Set([last, other].flatMap((run) => run?.lines ?? []))];
  const isGood = last.result === 'clean' && (other === null || other.result === 'clean');
  return (
    <div className="mt-1.5 grid gap-1.5 text-13">
      <p
        role="status"
        className={`flex flex-wrap items-center justify-end gap-x-1.25 ${isGood ? 'text-ink-2' : 'text-danger'}`}
      >
        <Icon of={isGood ? check : warn} size={16} />
        <span>{t(`overview.runs.${last.result}`, { count: last.findings, time: waitText(last.at) })}</span>
        {other !== null && (
          <span>
            {t(other.findings > 0 ? 'overview.runs.allFindings' : 'overview.runs.all', {
              count: other.findings,
              time: waitText(other.at),
            })}
          </span>
        )}
      </p>
      {lines.length > 0 && (
        <ul aria-label={t('overview.runs.what')} className="mono grid gap-1 rounded-md bg-raised px-3 py-2 text-12">
          {lines.map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
