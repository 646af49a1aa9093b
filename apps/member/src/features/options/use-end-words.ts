import type { OptionOrder } from '@plimsoll/contract';
import { amount, distance, plus, price } from '@plimsoll/money';
import { useTranslations } from 'use-intl';
import { coinsOf, directionOf } from './order-facts.ts';
import { standingOf } from './returns.ts';
import { useVoidWords } from './void-words.ts';
import { useWriting } from './words.ts';

/** How an option ended, in words: the outcome, and what became of the stake. */
export function useEndWords(order: OptionOrder): { readonly head: string; readonly text: string } {
  const t = useTranslations('options');
  const { cents } = useWriting();
  const voidText = useVoidWords(order);
  const coin = coinsOf(order.coinname).quote;
  const stake = cents(order.num);
  const direction = directionOf(order);
  switch (order.outcome) {
    case 'win':
      return {
        head: t(direction === 'up' ? 'result.upRight' : 'result.downRight'),
        text: t('result.won', { amount: cents(plus(amount(order.num), amount(order.ploss ?? '0'))), coin }),
      };
    case 'lose': {
      const [line, exit] = [price(order.buyprice ?? '0'), price(order.sellprice ?? '0')];
      const standing = standingOf(line, exit);
      return {
        head: t(direction === 'up' ? 'result.upWrong' : 'result.downWrong'),
        text:
          standing === 'on' ? t('progress.on') : t(`progress.${standing}`, { distance: cents(distance(line, exit)) }),
      };
    }
    case 'tie':
      return { head: t('result.tie'), text: t('result.tieText', { amount: stake, coin }) };
    case 'void':
      return { head: t('result.void'), text: voidText };
    case null:
      return { head: '', text: '' };
  }
}
