import { useCallback } from 'react';
import { useTranslations } from 'use-intl';

/** What an event is called; one that is newer than these words is said as the ledger spells it. */
export function useKindWords(): (kind: string) => string {
  const t = useTranslations('console-ledger') as unknown as { (key: string): string; has(key: string): boolean };
  return useCallback((kind) => (t.has(`kinds.${kind}`) ? t(`kinds.${kind}`) : kind.replaceAll('-', ' ')), [t]);
}
