import { TableScroll } from '@plimsoll/ui/console';
import { diffLines } from 'diff';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';

interface Line {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

const LOOKS = { same: 'text-ink-2', added: 'bg-good-tint text-ink', removed: 'bg-danger-tint text-ink' } as const;
const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

/** A line diff of two texts. */
function linesOf(before: string, after: string): readonly Line[] {
  return diffLines(before, after).flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): Line => ({ kind, text }));
  });
}

/** A script, as a diff against the running one. */
export function ScriptDiff({
  before,
  after,
  label,
}: {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}) {
  const t = useTranslations('console-site');
  const lines = useMemo(() => linesOf(before, after), [before, after]);
  return (
    <TableScroll label={label}>
      <pre dir="ltr" className="mono min-w-max rounded-md bg-raised py-2 text-left text-12">
        {lines.map(({ kind, text }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a text have no name but their place
          <span key={at} className={`block px-3 ${LOOKS[kind]}`}>
            {kind !== 'same' && <span className="sr">{t(`scripts.${kind}`)} </span>}
            <span aria-hidden="true" className="inline-block w-5 text-ink-3 select-none">
              {SIGNS[kind]}
            </span>
            {text}
          </span>
        ))}
      </pre>
    </TableScroll>
  );
}
