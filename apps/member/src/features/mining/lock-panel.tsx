import type { MiningProduct } from '@plimsoll/contract';
import { BottomBar, Note, SubmitButton } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { AgeBar, useAmountWords } from '../assets/index.ts';
import { LockLook } from './lock-look.tsx';
import { LockAmount, LockedProduct, RevenueSummary } from './lock-parts.tsx';
import { useLock } from './use-lock.ts';
import { OLD_MS, useFunds } from './queries.ts';

const FORM = 'lock';
/** The form of an order: amount, revenue and button. */
export function LockPanel({ product }: { readonly product: MiningProduct }) {
  const t = useTranslations('mining');
  const words = useAmountWords();
  const { data: balance, dataUpdatedAt } = useFunds(product.c_id);
  const freshness = useFreshness(dataUpdatedAt, OLD_MS);
  const { form, change, refusal, busy, send, look, isOn } = useLock(product, balance);
  // The new terms are on the page; nothing is wrong with the amount.
  const isOfTerms = refusal?.reason === 'terms_changed';
  const note = isOn ? isOfTerms && refusal.message : t('off');
  return (
    <>
      {dataUpdatedAt > 0 && <AgeBar {...freshness} updatedAtMs={dataUpdatedAt} />}
      <form
        id={FORM}
        onSubmit={send}
        noValidate
        aria-label={t('application')}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4 pt-1"
      >
        {note && (
          <Note kind="warn" icon={info}>
            {note}
          </Note>
        )}
        <LockedProduct product={product} balance={balance} isOld={freshness.isOld} />
        <LockAmount
          product={product}
          form={form}
          refused={isOfTerms ? undefined : refusal?.message}
          onChange={change}
        />
        <RevenueSummary product={product} form={form} nowMs={dataUpdatedAt} />
      </form>
      {isOn && (
        <BottomBar>
          <SubmitButton form={FORM} busy={busy} busyText={t('sending')} className="text-[min(var(--fs-15),4.2vw)]!">
            {form.amount === '' ? t('lock') : t('submit', { amount: words(form.amount), coin: product.coin_title })}
          </SubmitButton>
        </BottomBar>
      )}
      <LockLook product={product} form={form} look={look} />
    </>
  );
}
