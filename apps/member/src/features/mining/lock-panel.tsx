import type { MiningProduct } from '@plimsoll/contract';
import { formatDecimal, formatTime } from '@plimsoll/i18n';
import { format, formatShort, type Amount } from '@plimsoll/money';
import {
  BottomBar,
  Facts,
  Figure,
  LoadLine,
  Note,
  showToast,
  SubmitButton,
  Summary,
  useReading,
  WholeStepper,
} from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { useDraft } from '../../platform/draft.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { navigate } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { AgeBar, useAmountWords } from '../assets/index.ts';
import {
  boundsOf,
  changed,
  errorIn,
  formAt,
  percentOf,
  computeRevenue,
  type LockAction,
  type LockError,
} from './lock-form.ts';
import { ProductHead } from './product-card.tsx';
import { OLD_MS, useFunds, useMiningChanged } from './queries.ts';

const FORM = 'lock';
const DAY_MS = 24 * 60 * 60 * 1000;

/** How much of a product to lock, what it will pay, and the button. */
export function LockPanel({ product }: { readonly product: MiningProduct }) {
  const t = useTranslations('mining');
  const reading = useReading();
  const words = useAmountWords();
  const { machine_switch } = useSettings();
  const miningChanged = useMiningChanged();
  const { data: balance, dataUpdatedAt } = useFunds(product.c_id);
  const freshness = useFreshness(dataUpdatedAt, OLD_MS);
  const [form, setForm, forget] = useDraft(() => formAt(product));
  /** The server's last word, until something is changed. */
  const [refusal, setRefusal] = useState<Refusal>();
  const change = (action: LockAction) => {
    setRefusal(undefined);
    setForm((now) => changed(now, action, product));
  };
  const { busy, submit } = useSubmit('buyMiningMachine', {
    keyed: true,
    onDone() {
      forget();
      miningChanged();
      navigate('/lockming?tab=orders', { replace: true });
    },
    onRefused(next) {
      setRefusal(next);
      miningChanged();
    },
  });
  const { coin_title: coin, cycle } = product;
  const { least, most } = boundsOf(product);
  const isOn = machine_switch === 1;
  const count = (value: Amount) => formatDecimal(formatShort(value), reading);
  const days = t('days', { days: cycle, count: formatDecimal(String(cycle), reading) });
  const say = (wrong: LockError | undefined) =>
    wrong &&
    t(`errors.${wrong}`, {
      least: count(least),
      most: count(most),
      coin,
      places: formatDecimal(String(product.decimals), reading),
    });
  const revenue = computeRevenue(form, product);
  const figure = (value: Amount | undefined) =>
    value === undefined ? (
      '--'
    ) : (
      <>
        <Figure value={format(value)} places={8} />{' '}
        <small className="text-[.78em] font-normal text-ink-3">{coin}</small>
      </>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isOn) return;
    const wrong = errorIn(form, product, balance);
    if (!wrong) return void submit({ id: product.id, amount: form.amount });
    change({ kind: 'wrong', wrong });
    showToast('bad', say(wrong) ?? '');
  };
  const { percent, isOver } = percentOf(form, product);
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
        {!isOn && (
          <Note kind="warn" icon={info}>
            {t('off')}
          </Note>
        )}
        <section className="rounded-lg bg-surface p-4">
          <ProductHead product={product} />
          <div className="mt-4">
            <Facts
              columns={2}
              items={[
                { term: t('period'), value: days },
                {
                  term: t('available'),
                  value:
                    balance === undefined ? (
                      '--'
                    ) : (
                      <span className={freshness.isOld ? 'text-ink-3' : ''}>
                        <Figure value={balance} places={8} /> <small className="text-12 text-ink-3">{coin}</small>
                      </span>
                    ),
                },
              ]}
            />
          </div>
        </section>
        <WholeStepper
          label={t('howMuch', { coin })}
          value={form.amount}
          less={t('less')}
          more={t('more')}
          wrong={say(form.wrong) ?? refusal?.message}
          onEnter={(text) => change({ kind: 'enter', text })}
          onStep={(way) => change({ kind: 'step', way })}
        >
          <LoadLine
            percent={percent}
            isOver={isOver}
            label={t('ofMost', { percent: formatDecimal(String(percent), reading) })}
          />
          <div className="flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
            <span>{t('least', { amount: count(least) })}</span>
            <span>{t('most', { amount: count(most) })}</span>
          </div>
        </WholeStepper>
        <section aria-label={t('summary.title')} className="[&_dd]:ms-auto [&_dl>div]:flex-wrap">
          <Summary
            rows={[
              { term: t('summary.daily'), value: figure(revenue?.daily) },
              {
                term: t('summary.ends'),
                value:
                  dataUpdatedAt > 0 ? (
                    <bdi>{formatTime(dataUpdatedAt + cycle * DAY_MS, { ...reading, style: 'full' })}</bdi>
                  ) : (
                    '--'
                  ),
              },
              { term: t('summary.total', { days }), value: figure(revenue?.total), total: true },
            ]}
          />
          <p className="mt-1 text-12 text-ink-3">{t('summary.text')}</p>
        </section>
      </form>
      {isOn && (
        <BottomBar>
          <SubmitButton form={FORM} busy={busy} busyText={t('sending')} className="text-[min(var(--fs-15),4.2vw)]!">
            {form.amount === '' ? t('lock') : t('submit', { amount: words(form.amount), coin })}
          </SubmitButton>
        </BottomBar>
      )}
    </>
  );
}
