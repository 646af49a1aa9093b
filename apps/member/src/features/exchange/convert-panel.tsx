import type { ExchangeCoin } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { parseAmount } from '@plimsoll/money';
import { BottomBar, Live, showToast, SubmitButton, useReading } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useMember } from '../../platform/member.ts';
import { ABOUT_PAYMENT_PASSWORD, PaymentField } from '../security/index.ts';
import { CoinButton } from './coin-button.tsx';
import { CoinCards } from './coin-cards.tsx';
import { changed, coinOf, errorIn, fieldsOf, formAt, type ConvertAction, type ConvertForm } from './convert-form.ts';
import { ConvertDone, type Done } from './convert-done.tsx';
import { ConvertSummary } from './convert-summary.tsx';
import { estimate, isFresh, wayBetween } from './estimate.ts';
import { OLD_MS, useBooks, useExchanged } from './queries.ts';

const FORM = 'convert';

interface ConvertPanelProps {
  readonly type: 1 | 2;
  readonly coins: readonly ExchangeCoin[];
  /** When the coins came, in ms. */
  readonly updatedAt: number;
  /** The coin that is wanted, where one was chosen before. */
  readonly wanted: string | undefined;
  /** The staking project that it is for: there is a way back to it. */
  readonly stake: string | undefined;
}

/** Which coin for which, how much, what it comes to, and the button. */
export function ConvertPanel({ type, coins, updatedAt, wanted, stake }: ConvertPanelProps) {
  const t = useTranslations('exchange');
  const reading = useReading();
  const asksPassword = useSettings().traders_password_switch === 1;
  const { data: member } = useMember();
  const exchanged = useExchanged();
  const [form, setForm] = useState<ConvertForm>(() => formAt(coins, wanted));
  /** The server's last word, until something is changed. */
  const [refusal, setRefusal] = useState<Refusal>();
  const [done, setDone] = useState<Done>();
  const from = coinOf(coins, form.from);
  const to = coinOf(coins, form.to);
  const way = from && to && wayBetween(from, to, coins);
  const { books, ...came } = useBooks(way, updatedAt);
  const freshness = useFreshness(came.updatedAt, OLD_MS);
  const change = (action: ConvertAction) => {
    setRefusal(undefined);
    if (action.kind !== 'sent') setDone(undefined);
    setForm((now) => changed(now, action, coins));
  };
  const { busy, submit } = useSubmit('exchangeCoin', {
    keyed: true,
    onDone(answer) {
      setDone({ answer, from: from?.title ?? '', to: to?.title ?? '' });
      change({ kind: 'sent' });
      exchanged();
    },
    onRefused(next) {
      setRefusal(next);
      exchanged();
    },
  });
  if (!from || !to) return null;
  const given = parseAmount(form.amount);
  const found = way && given !== null && given > 0n ? estimate(given, way, books) : undefined;
  const reckoned = found === 'beyondBook' ? undefined : found;
  const { isOld } = freshness;
  const blocked = !way ? t('noWay') : isOld || !isFresh(way) ? t('stale') : undefined;
  const say = (error: ConvertForm['error']) =>
    error && t(`errors.${error}`, { coin: from.title, places: from.decimals });
  const isAboutPassword = ABOUT_PAYMENT_PASSWORD.includes(refusal?.reason);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy || blocked !== undefined) return;
    const error = errorIn(form, coins, { books, asksPassword });
    if (error === 'passwordMissing' && member?.have_pay === 0) showToast('bad', t('noPassword'));
    else if (error) {
      change({ kind: 'wrong', error });
      showToast('bad', say(error) ?? '');
    } else void submit(fieldsOf(form, type));
  };
  const written = (text: string) =>
    formatDecimal(text, { ...reading, decimals: Math.max(2, text.split('.')[1]?.length ?? 0) });
  const button = (side: 'give' | 'receive', chosen: ExchangeCoin) => (
    <CoinButton
      coins={coins}
      chosen={chosen}
      name={t(side === 'give' ? 'giveCoin' : 'receiveCoin', { coin: chosen.title })}
      title={t(side === 'give' ? 'chooseGive' : 'chooseReceive')}
      onPick={(id) => change({ kind: side === 'give' ? 'from' : 'to', id })}
    />
  );
  return (
    <>
      <form
        id={FORM}
        onSubmit={send}
        noValidate
        aria-label={t('form')}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4"
      >
        <CoinCards
          form={form}
          from={from}
          to={to}
          reckoned={reckoned}
          isOld={isOld}
          wrong={
            (form.error === 'passwordMissing' ? undefined : say(form.error)) ??
            (found === 'beyondBook' ? say(found) : isAboutPassword ? undefined : refusal?.message)
          }
          giveButton={button('give', from)}
          receiveButton={button('receive', to)}
          onChange={change}
        />
        {done && <ConvertDone done={done} stake={stake} />}
        {way && <ConvertSummary from={from} to={to} way={way} books={books} reckoned={reckoned} isOld={isOld} />}
        {asksPassword && (
          <PaymentField
            isSet={member?.have_pay !== 0}
            none={t('noPassword')}
            value={form.password}
            wrong={form.error === 'passwordMissing' ? say(form.error) : isAboutPassword ? refusal?.message : undefined}
            onType={(text) => change({ kind: 'password', text })}
          />
        )}
        <p className="text-12 text-ink-3">
          <Live old={isOld}>{isOld ? t('old', { seconds: freshness.ageS }) : t('live')}</Live>
        </p>
      </form>
      <BottomBar>
        <SubmitButton form={FORM} busy={busy} busyText={t('sending')} disabled={blocked !== undefined}>
          {blocked ??
            (form.amount === '' ? t('submitBare') : t('submit', { amount: written(form.amount), coin: from.title }))}
        </SubmitButton>
      </BottomBar>
    </>
  );
}
