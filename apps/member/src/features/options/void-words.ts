import type { OptionOrder } from '@plimsoll/contract';
import { useTranslations } from 'use-intl';
import { coinsOf } from './order-facts.ts';
import { useWriting } from './words.ts';

const seconds = (ms: number | null): string => String((ms ?? 0) / 1000);

/** Why an option is void: nothing to draw its line by, or silence around its expiry. */
export function useVoidWords(order: OptionOrder): string {
  const t = useTranslations('options.result');
  const { cents, short } = useWriting();
  const named = { amount: cents(order.num), coin: coinsOf(order.coinname).quote };
  if (order.rules === 1) return t('voidText', named);
  if (order.buyprice === null) return t('voidLine', { ...named, limit: short(seconds(order.line_within)) });
  return t('voidSilence', {
    ...named,
    limit: short(String(order.fresh_seconds)),
    within: short(seconds(order.next_within)),
  });
}
