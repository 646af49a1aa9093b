import { format, formatShort, type Amount } from '@plimsoll/money';
import { Button, Figure, Sheet, SlideToConfirm, Summary, type SummaryRow } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { ASKS_TWICE_ABOVE, type LastLook } from './last-look.ts';
import type { OrderForm } from './order-form.ts';
import type { Terms } from './terms.ts';
import { useWrite, useWritePercent } from './words.ts';

interface LastLookSheetProps {
  readonly form: OrderForm;
  readonly terms: Terms;
  readonly look: LastLook | undefined;
  readonly onUse: () => void;
  readonly onClose: () => void;
  readonly onPlace: () => void;
}

const RUNG = 'flex items-center gap-2 before:-ms-[7px] before:h-0.5 before:w-3 before:flex-none';

/** Before an order far through the book is sent: its price, its result, and the safe choice first. */
export function LastLookSheet({ form, terms, look, onUse, onClose, onPlace }: LastLookSheetProps) {
  const t = useTranslations('spot');
  return (
    <Sheet
      open={look !== undefined}
      onClose={onClose}
      title={look && t(look.isTenTimes ? 'lastLook.titleTen' : 'lastLook.title')}
    >
      {look && <Look {...{ form, terms, look, onUse, onClose, onPlace }} />}
    </Sheet>
  );
}

function Look({ form, terms, look, onUse, onClose, onPlace }: LastLookSheetProps & { readonly look: LastLook }) {
  const t = useTranslations('spot');
  const write = useWrite();
  const percent = useWritePercent();
  const { side } = form;
  const [leaving, arriving] = side === 'buy' ? [terms.quote, terms.base] : [terms.base, terms.quote];
  const sum = (amount: Amount, coin: string) => (
    <span className="whitespace-nowrap">
      <Figure value={format(amount)} places={8} /> <small className="text-[.72em] font-normal text-ink-3">{coin}</small>
    </span>
  );
  const rows: SummaryRow[] = [
    {
      term: t(`form.${side}`),
      value: (
        <span className="whitespace-nowrap">
          <Figure value={form.num} /> <small className="text-[.72em] font-normal text-ink-3">{terms.base}</small>
        </span>
      ),
    },
    { term: t('lastLook.held'), value: sum(look.held, leaving) },
    { term: t('lastLook.fillsAt'), value: <Figure value={formatShort(look.fillsAt)} /> },
    ...(look.returned === undefined ? [] : [{ term: t('lastLook.returned'), value: sum(look.returned, leaving) }]),
    { term: t('summary.getsAbout'), value: sum(look.gets, arriving), total: true },
  ];
  const limit = write(look.limit);
  return (
    <div className="grid gap-4">
      <p className="text-14 text-ink-2">
        {t('lastLook.text', { limit, side, best: write(look.best) })}
        {look.isSlipped && ` ${t('lastLook.slipped')}`}
      </p>
      <div className="ms-1.5 grid gap-4 border-s-2 border-line-strong py-2 text-13">
        <div className={`${RUNG} before:bg-danger`}>
          <b className="flex-1">{t('lastLook.yours')}</b>
          <span className="n font-semibold text-danger">{limit}</span>
        </div>
        <p className="ps-[13px] text-danger">
          {t('lastLook.gap', { percent: percent(look.percent), max: percent(String(ASKS_TWICE_ABOVE)) })}
        </p>
        <div className={`${RUNG} before:bg-ink-2`}>
          <b className="flex-1">{t('lastLook.best', { side })}</b>
          <span className="n font-semibold">{write(look.best)}</span>
        </div>
      </div>
      <div className="[&_dd]:ms-auto [&_dl>div]:flex-wrap">
        <Summary rows={rows} />
      </div>
      <div className="grid gap-2">
        <Button onClick={onUse}>{t('lastLook.use', { price: write(look.best) })}</Button>
        <Button kind="quiet" onClick={onClose}>
          {t('lastLook.change')}
        </Button>
        <SlideToConfirm label={t('lastLook.slide', { price: limit })} onConfirm={onPlace} />
      </div>
    </div>
  );
}
