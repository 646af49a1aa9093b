import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { wordsOf } from '../../platform/words-of.ts';

/** Words for a cause's kind; a kind without words is shown as in the ledger. */
export function useKindWords(): (kind: string) => string {
  const t = useTranslations('console-ledger');
  return useCallback((kind) => wordsOf(t, `kinds.${kind}`) ?? kind.replaceAll('-', ' '), [t]);
}
