import type { WebhookEvent, WebhookItem } from '@plimsoll/contract/operator';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { wordsOf } from '../../platform/words-of.ts';

/** The types of messages, in their order. The contract's schemas are not for browsers. */
export const EVENTS = [
  'deposit.decided',
  'withdrawal.decided',
  'order.settled',
  'member.registered',
  'alert.raised',
] as const satisfies readonly WebhookEvent[];

/** Points are levels of a catalogue's keys. */
const keyOf = (event: WebhookEvent) => event.replace('.', '_');

/** Words for types of messages and for what came of attempts. */
export function useWebhookWords(): {
  readonly typeOf: (event: WebhookEvent) => string;
  readonly resultOf: (last: NonNullable<WebhookItem['state']>['last']) => string;
} {
  const t = useTranslations('console-webhooks');
  return useMemo(
    () => ({
      typeOf: (event) => wordsOf(t, `types.${keyOf(event)}`) ?? event,
      resultOf: (last) =>
        last === null ? t('never') : (wordsOf(t, `results.${last.result}`) ?? t('answer', { status: last.result })),
    }),
    [t],
  );
}
