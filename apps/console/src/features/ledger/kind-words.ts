import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { wordsOf } from '../../platform/words-of.ts';

/** What an event is called; one that is newer than these words is said as the ledger spells it. */
export function useKindWords(): (kind: string) => string {
  const t = useTranslations('console-ledger');
  return useCallback((kind) => wordsOf(t, `kinds.${kind}`) ?? kind.replaceAll('-', ' '), [t]);
}
