import { format } from '@plimsoll/money';
import { CoinFigure, Figure } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { LookSheet, type LookState } from '../look/index.ts';
import type { LastLook } from './last-look.ts';
import { FarLook } from './far-look.tsx';
import type { OrderForm } from './order-form.ts';
import type { Blocked } from './order-summary-card.tsx';
import { summaryOf } from './order-summary.ts';
import type { Terms } from './terms.ts';
import { useWrite } from './words.ts';

interface OrderLookProps {
  readonly form: OrderForm;
  readonly terms: Terms;
  readonly look: LookState<LastLook | undefined>;
  readonly blocked: Blocked | undefined;
  readonly onUse: () => void;
}

/** The last look at an order; one whose limit is far through the book shows what that comes to. */
export default function OrderLook({ form, terms, look, blocked, onUse }: OrderLookProps) {
  const t = useTranslations('spot');
  const write = useWrite();
  const wait = blocked && t(`submit.${blocked}`);
  const odd = look.asked?.shown;
  const summary = summaryOf(form, terms);
  const isBuy = form.side === 'buy';
  const isMarket = form.mode === 'market';
  const [leaving, arriving] = isBuy ? [terms.quote, terms.base] : [terms.base, terms.quote];
  return (
    <LookSheet
      {...look}
      own={
        odd && {
          title: t(odd.isTenTimes ? 'lastLook.titleTen' : 'lastLook.title'),
          contents: <FarLook odd={odd} form={form} terms={terms} look={look} blocked={wait} onUse={onUse} />,
        }
      }
      headline={{
        term: t(isMarket ? 'summary.getsAbout' : 'summary.gets'),
        value: summary ? write(summary.gets) : '--',
        coin: arriving,
      }}
      rows={[
        {
          term: t(isBuy ? (isMarket ? 'summary.paysMost' : 'summary.pays') : 'summary.gives'),
          value: <CoinFigure value={summary && format(summary.pays)} places={8} coin={leaving} />,
        },
        {
          term: t('form.price', { coin: terms.quote }),
          value: isMarket ? t('form.marketPrice') : <Figure value={form.price} />,
        },
        ...(form.orderKind === 'plain' ? [] : [{ term: t('kind.title'), value: t(`kind.${form.orderKind}`) }]),
        {
          term: t('summary.fee'),
          value: <CoinFigure value={summary && format(summary.fee)} places={8} coin={arriving} />,
        },
      ]}
      confirm={t(`submit.${form.side}`, { coin: terms.base })}
      kind={isBuy ? 'up' : 'down'}
      busyText={t('submit.sending')}
      blocked={wait}
    />
  );
}
