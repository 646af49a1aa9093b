import type { PriceMode } from '@plimsoll/contract';
import { format, formatShort, inPercent } from '@plimsoll/money';
import { Figure, Marks, Seg } from '@plimsoll/ui';
import type { FormEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { OrderAction, OrderField, OrderForm } from './order-form.ts';
import { PriceField, SizeField } from './order-fields.tsx';
import { OrderKinds } from './order-kinds.tsx';
import { reachOf, usedPercent } from './order-summary.ts';
import type { Terms } from './terms.ts';
import { Keyed } from './keyed.tsx';
import { SIDE_KEYS } from './use-order-keys.ts';
import { useErrorWords, useWritePercent } from './words.ts';

/** The form's id, for its button outside. */
export const ORDER_FORM = 'spot-order';

interface OrderFormProps {
  readonly form: OrderForm;
  readonly terms: Terms;
  readonly onChange: (action: OrderAction) => void;
  readonly onSubmit: () => void;
}

const SIDES = ['buy', 'sell'] as const;
const MODES: readonly PriceMode[] = ['limit', 'market'];

function Line({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-2">
      <dt>{term}</dt>
      <dd className="text-ink-2">{children}</dd>
    </div>
  );
}

function ModePart({ form, terms, onChange }: Omit<OrderFormProps, 'onSubmit'>) {
  const t = useTranslations('spot.form');
  const percent = useWritePercent();
  return (
    <div className="mt-2.5 flex min-h-9 flex-wrap items-center justify-between gap-x-3 text-13">
      <div role="group" aria-label={t('mode')} className="flex gap-4">
        {MODES.map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={mode === form.mode}
            onClick={() => onChange({ kind: 'mode', mode })}
            className="hit h-9 font-medium text-ink-3 aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:shadow-[inset_0_-2px_0_var(--paint)]"
          >
            {t(mode)}
          </button>
        ))}
      </div>
      <span className="text-12 text-ink-3">
        {t('fee')} <span className="n">{percent(formatShort(inPercent(terms.fee)))}</span>
      </span>
    </div>
  );
}

function Reach({ form, terms }: Pick<OrderFormProps, 'form' | 'terms'>) {
  const t = useTranslations('spot.form');
  const reach = reachOf(form, terms);
  const isBuy = form.side === 'buy';
  return (
    <dl className="mt-3 grid gap-1.5 text-12 text-ink-3">
      <Line term={t('available')}>
        {terms.available ? (
          <Figure value={format(isBuy ? terms.available.quote : terms.available.base)} places={8} />
        ) : (
          '--'
        )}
      </Line>
      <Line term={isBuy ? t('canBuy', { coin: terms.base }) : t('sellsFor', { coin: terms.quote })}>
        {reach === undefined ? '--' : <Figure value={formatShort(reach)} places={8} />}
      </Line>
    </dl>
  );
}

/** The limit and what becomes of the order beyond it; or that the market makes the price. */
function PricePart({
  form,
  terms,
  onChange,
  error,
}: Omit<OrderFormProps, 'onSubmit'> & { readonly error: string | undefined }) {
  const t = useTranslations('spot.form');
  if (form.mode === 'market')
    return (
      <p className="grid min-h-11 place-items-center rounded-md bg-surface px-3 text-center text-13 text-ink-2">
        {t('marketPrice')}
      </p>
    );
  return (
    <>
      <PriceField
        label={t('price', { coin: terms.quote })}
        value={form.price}
        error={error}
        onEnter={(text) => onChange({ kind: 'enter', field: 'price', text })}
        terms={terms}
        onNudge={(up, steps = 1) => onChange({ kind: 'nudge', up, steps })}
      />
      <OrderKinds chosen={form.orderKind} onPick={(orderKind) => onChange({ kind: 'orderKind', orderKind })} />
    </>
  );
}

/** The form of an order: side, price and quantity. */
export function OrderFormView({ form, terms, onChange, onSubmit }: OrderFormProps) {
  const t = useTranslations('spot.form');
  const errorText = useErrorWords(terms);
  const wrong = (field: OrderField) => (form.errors[field] === undefined ? undefined : errorText(form.errors[field]));
  const enter = (field: OrderField) => (text: string) => onChange({ kind: 'enter', field, text });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form id={ORDER_FORM} onSubmit={submit} noValidate aria-label={t('title')} className="min-w-0">
      <Seg
        label={t('side')}
        options={SIDES.map((side) => ({ value: side, label: <Keyed text={t(side)} by={SIDE_KEYS[side]} /> }))}
        value={form.side}
        onChange={(side) => onChange({ kind: 'side', side })}
        tone={form.side === 'buy' ? 'up' : 'down'}
      />
      <ModePart form={form} terms={terms} onChange={onChange} />
      <div className="mt-2 grid gap-2">
        <PricePart form={form} terms={terms} onChange={onChange} error={wrong('price')} />
        <SizeField
          label={t('quantity')}
          unit={terms.base}
          value={form.num}
          error={wrong('num')}
          onEnter={enter('num')}
        />
        <Marks
          label={t('share')}
          at={form.percent ?? usedPercent(form, terms)}
          disabled={!terms.available}
          onPick={(percent) => onChange({ kind: 'percent', percent })}
        />
        <SizeField
          label={t('amount')}
          unit={terms.quote}
          value={form.amount}
          error={wrong('amount')}
          onEnter={enter('amount')}
        />
      </div>
      <Reach form={form} terms={terms} />
    </form>
  );
}
