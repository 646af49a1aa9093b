import { Button, Empty, ErrorState, Loading, Note, showToast } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { useSettings } from '../../platform/settings.ts';
import { openService } from '../site/index.ts';
import { CardSkeleton } from './card-list.tsx';

interface OfferListProps<Offer> {
  readonly offers: {
    readonly data: readonly Offer[] | undefined;
    readonly error: Error | null;
    readonly isError: boolean;
    readonly isPaused: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly isOn: boolean;
  readonly say: (key: 'failed' | 'failedText' | 'none' | 'noneText' | 'contact' | 'off') => string;
  readonly height: number;
  readonly children: (offer: Offer) => ReactNode;
}

/** The offers, a card each; while loading, failed, empty, or switched off. */
export function OfferList<Offer>({
  offers: { data, error, isError, isPaused, refetch },
  isOn,
  say,
  height,
  children,
}: OfferListProps<Offer>) {
  const app = useTranslations('app');
  const settings = useSettings();
  if (!data) {
    if (isError || isPaused)
      return (
        <ErrorState
          title={say('failed')}
          text={refusedWords(error) ?? say('failedText')}
          onRetry={() => void refetch()}
          className="pt-16"
        />
      );
    return (
      <Loading label={app('kit.loading')}>
        <CardSkeleton height={height} />
      </Loading>
    );
  }
  if (data.length === 0) {
    const ask = () => {
      if (!openService(settings)) showToast('bad', app('contactService'));
    };
    return (
      <Empty title={say('none')} text={say('noneText')} className="pt-16">
        <Button kind="quiet" className="mt-3" onClick={ask}>
          {say('contact')}
        </Button>
      </Empty>
    );
  }
  return (
    <div className="grid gap-3 px-4 pb-6">
      {!isOn && (
        <Note kind="warn" icon={info}>
          {say('off')}
        </Note>
      )}
      {data.map((offer) => children(offer))}
    </div>
  );
}
