import { format, formatShort, type Amount } from '@plimsoll/money';
import { Button, Figure, Summary, type SummaryRow } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { FAR_ABOVE } from '../../platform/unusual.ts';
import { ConfirmWays, Remarks, type LookState } from '../look/index.ts';
import type { LastLook } from './last-look.ts';
import type { OrderForm } from './order-form.ts';
import type { Terms } from './terms.ts';
import { useWrite, useWritePercent } from './words.ts';

interface FarLookProps {
  readonly odd: LastLook;
  readonly form: OrderForm;
  readonly terms: Terms;
  readonly look: LookState<LastLook | undefined>;
  readonly blocked: string | undefined;
  readonly onUse: () => void;
}

const RUNG = 'flex items-center gap-2 before:-ms-[7px] before:h-0.5 before:w-3 before:flex-none';

/** The limit beside the best price, and the distance between them. */
function Ladder({ odd, side }: { readonly odd: LastLook; readonly side: OrderForm['side'] }) {
  const t = useTranslations('spot');
  const write = useWrite();
  const percent = useWritePercent();
  return (
    <div className="ms-1.5 grid gap-4 border-s-2 border-line-strong py-2 text-13">
      <div className={`${RUNG} before:bg-danger`}>
        <b className="flex-1">{t('lastLook.yours')}</b>
        <span className="n font-semibold text-danger">{write(odd.limit)}</span>
      </div>
      <p className="ps-[13px] text-danger">
        {t('lastLook.gap', { percent: percent(odd.percent), max: percent(String(FAR_ABOVE)) })}
      </p>
      <div className={`${RUNG} before:bg-ink-2`}>
        <b className="flex-1">{t('lastLook.best', { side })}</b>
        <span className="n font-semibold">{write(odd.best)}</span>
      </div>
    </div>
  );
}

/** What the order really comes to. */
function Outcome({ form, terms, odd }: Pick<FarLookProps, 'form' | 'terms' | 'odd'>) {
  const t = useTranslations('spot');
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
    ...(form.orderKind === 'plain' ? [] : [{ term: t('kind.title'), value: t(`kind.${form.orderKind}`) }]),
    { term: t('lastLook.held'), value: sum(odd.held, leaving) },
    { term: t('lastLook.fillsAt'), value: <Figure value={formatShort(odd.fillsAt)} /> },
    ...(odd.returned === undefined ? [] : [{ term: t('lastLook.returned'), value: sum(odd.returned, leaving) }]),
    { term: t('summary.getsAbout'), value: sum(odd.gets, arriving), total: true },
  ];
  return (
    <div className="[&_dd]:ms-auto [&_dl>div]:flex-wrap">
      <Summary rows={rows} />
    </div>
  );
}

/** Before an order far through the book is sent: its price, its result, and the safe choice first. */
export function FarLook({ form, terms, look: { asked, open: _open, ...state }, odd, blocked, onUse }: FarLookProps) {
  const t = useTranslations('spot');
  const write = useWrite();
  const { side } = form;
  const limit = write(odd.limit);
  return (
    <div className="grid gap-4">
      <p className="text-14 text-ink-2">
        {t('lastLook.text', { limit, side, best: write(odd.best) })}
        {odd.isSlipped && ` ${t('lastLook.slipped')}`}
      </p>
      <Ladder odd={odd} side={side} />
      <Outcome form={form} terms={terms} odd={odd} />
      <Remarks remarks={asked?.judgement.remarks.filter(({ kind }) => kind !== 'far') ?? []} />
      {asked && (
        <ConfirmWays
          {...state}
          judgement={asked.judgement}
          confirm={t(`submit.${side}`, { coin: terms.base })}
          slide={t('lastLook.slide', { price: limit })}
          busyText={t('submit.sending')}
          blocked={blocked}
          waysOut={
            <>
              <Button onClick={onUse}>{t('lastLook.use', { price: write(odd.best) })}</Button>
              <Button kind="quiet" onClick={state.onClose}>
                {t('lastLook.change')}
              </Button>
            </>
          }
        />
      )}
    </div>
  );
}
