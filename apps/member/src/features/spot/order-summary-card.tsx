import { format } from '@plimsoll/money';
import { Figure, SubmitButton, Summary, type SummaryRow } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useHasKeys } from '../../platform/use-is-wide.ts';
import { Keyed } from './keyed.tsx';
import type { OrderForm } from './order-form.ts';
import { ORDER_FORM } from './order-form-view.tsx';
import { summaryOf } from './order-summary.ts';
import type { Amount } from '@plimsoll/money';
import type { Terms } from './terms.ts';

export type Blocked = 'stale' | 'waiting';

function Sum({ amount, coin }: { readonly amount: Amount | undefined; readonly coin: string }) {
  return (
    <span className="whitespace-nowrap">
      {amount === undefined ? '--' : <Figure value={format(amount)} places={8} />}{' '}
      <small className="text-[.72em] font-normal text-ink-3">{coin}</small>
    </span>
  );
}

interface OrderSummaryProps {
  readonly form: OrderForm;
  readonly terms: Terms;
  readonly busy: boolean;
  readonly blocked: Blocked | undefined;
}

/** What the order will cost and bring, and the button that sends it. */
export function OrderSummaryCard({ form, terms, busy, blocked }: OrderSummaryProps) {
  const t = useTranslations('spot');
  const hasKeys = useHasKeys();
  const summary = summaryOf(form, terms);
  const isBuy = form.side === 'buy';
  const [leaving, arriving] = isBuy ? [terms.quote, terms.base] : [terms.base, terms.quote];
  const rows: SummaryRow[] = [
    {
      term: t(isBuy ? (form.mode === 'market' ? 'summary.paysMost' : 'summary.pays') : 'summary.gives'),
      value: <Sum amount={summary?.pays} coin={leaving} />,
    },
    { term: t('summary.fee'), value: <Sum amount={summary?.fee} coin={arriving} /> },
    {
      term: t(form.mode === 'market' ? 'summary.getsAbout' : 'summary.gets'),
      value: <Sum amount={summary?.gets} coin={arriving} />,
      total: true,
    },
  ];
  return (
    <section aria-label={t('summary.title')} className="on-card mx-4 mt-3 rounded-lg bg-surface px-3.5 pb-3.5 pt-2">
      {/* Figures stay whole: their names break, and in large type have a line of their own. */}
      <div className="[&_dd]:ms-auto [&_dd]:flex-none [&_dl>div]:flex-wrap [&_dt]:flex-[1_1_8rem]">
        <Summary rows={rows} />
      </div>
      {summary?.isBeyondBook && <p className="mt-1.5 text-12 text-warn">{t('summary.beyond')}</p>}
      <SubmitButton
        form={ORDER_FORM}
        kind={isBuy ? 'up' : 'down'}
        busy={busy}
        busyText={t('submit.sending')}
        disabled={blocked !== undefined}
        className="mt-3"
      >
        {blocked === undefined ? (
          <Keyed text={t(isBuy ? 'submit.buy' : 'submit.sell', { coin: terms.base })} by="Enter" />
        ) : (
          t(`submit.${blocked}`)
        )}
      </SubmitButton>
      {hasKeys && form.mode === 'limit' && (
        <p className="mt-2 text-12 text-ink-3">{t('form.keys', { shift: 'Shift' })}</p>
      )}
    </section>
  );
}
