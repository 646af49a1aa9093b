import { distance, amount, price, rate } from '@plimsoll/money';
import type { OptionOrder } from '@plimsoll/contract';
import type { Way } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { LastMark } from './mark-feed.ts';
import { coinsOf, directionOf } from './order-facts.ts';
import { brighter } from './order-parts.tsx';
import { returnOf, standingOf, wouldBe, type Standing } from './returns.ts';
import { useWriting } from './words.ts';

interface StandingWords {
  readonly standing: Standing;
  readonly way: Way;
  /** `18.77 above entry price`; empty while unknown. */
  readonly distance: string;
  readonly outlook: ReactNode;
}

const WAYS = { win: 'up', lose: 'down', tie: 'flat' } as const;

/** How an option compares with a mark. */
export function useStanding(order: OptionOrder, mark: LastMark | undefined): StandingWords {
  const t = useTranslations('options.progress');
  const { cents } = useWriting();
  if (mark === undefined || order.buyprice === null)
    return { standing: 'on', way: 'flat', distance: '', outlook: null };
  const line = price(order.buyprice);
  const standing = standingOf(line, mark.price);
  const fate = wouldBe(directionOf(order), standing);
  const coin = coinsOf(order.coinname).quote;
  const stake = amount(order.num);
  return {
    standing,
    way: WAYS[fate],
    distance: standing === 'on' ? t('on') : t(standing, { distance: cents(distance(line, mark.price)) }),
    outlook:
      fate === 'win'
        ? t.rich('wouldWin', { amount: cents(returnOf(stake, rate(order.rate), order.decimals)), coin, b: brighter })
        : fate === 'lose'
          ? t.rich('wouldLose', { amount: cents(stake), coin, b: brighter })
          : t('wouldTie'),
  };
}

/** After the expiry: that the deciding mark is looked up, or that the next one decides. */
export function useSettlingWords(order: OptionOrder, isSilent: boolean): string {
  const t = useTranslations('options.progress');
  const { short, whole } = useWriting();
  return isSilent && order.next_within !== null
    ? t('settlingNext', { limit: short(String(order.fresh_seconds)), within: whole(order.next_within / 1000) })
    : t('settling');
}
