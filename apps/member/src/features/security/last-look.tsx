import { LazyBoundary, lazyPart, Sheet, SkeletonBlock } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useWarm } from '../../platform/use-warm.ts';
import type { LookState } from '../look/index.ts';
import type { LookFacts } from './look-facts.ts';

const VIEW = lazyPart(() => import('./last-look-view.tsx'));

interface LastLookProps {
  readonly look: LookState<LookFacts>;
  /** A passkey signs it: no slide is needed as well. */
  readonly isSigned: boolean;
}

/** The last look before money leaves: the amount and the target, beside earlier ones (RULES 8). */
export function LastLook({ look, isSigned }: LastLookProps) {
  const t = useTranslations('security.lastLook');
  const { open, asked, onClose } = look;
  useWarm(VIEW);
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      {asked && (
        <LazyBoundary
          key={JSON.stringify(asked.shown)}
          part={VIEW}
          props={{ look, isSigned, facts: asked.shown, judgement: asked.judgement }}
          fallback={<SkeletonBlock height={320} className="mb-2" />}
        />
      )}
    </Sheet>
  );
}
