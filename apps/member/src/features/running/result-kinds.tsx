import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { ORDER_TYPE } from '@plimsoll/contract/codes/spot';
import { formatShort, price } from '@plimsoll/money';
import { Figure } from '@plimsoll/ui';
import { check, close, deposit, exchange, refresh, withdraw } from '@plimsoll/ui/icons-shell';
import { minus } from '@plimsoll/ui/icons-screens';
import type { ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import { timeline } from '../../platform/timeline.ts';
import { coinsOf, inkOf, proofPath, useEndWords } from '../options/index.ts';
import { receiptPath } from '../proof/index.ts';
import { useWrite } from '../spot/index.ts';
import { ResultBar, type ResultBarProps } from './result-bar.tsx';
import type { Result } from './results.ts';

interface Shown {
  /** How it is drawn: over the tabs, or as a row of a list. */
  readonly View: ComponentType<ResultBarProps>;
  readonly onOver: () => void;
}

type Of<Kind extends Result['kind']> = Extract<Result, { readonly kind: Kind }> & Shown;

const ICONS = { win: check, lose: minus, tie: minus, void: refresh } as const;

function OptionResult({ order, View, onOver }: Of<'option'>) {
  const t = useTranslations('options.result');
  const receipts = useTranslations('receipts');
  const { head, text } = useEndWords(order);
  const way = inkOf(order);
  const hasFigure = order.outcome === 'win' || order.outcome === 'lose';
  return (
    <View
      way={way}
      icon={ICONS[order.outcome ?? 'tie']}
      title={
        <>
          <bdi>{coinsOf(order.coinname).base}</bdi> · {head}{' '}
          {hasFigure && (
            <span data-way={way}>
              <Figure value={formatShort(price(order.ploss ?? '0'))} signed dim={false} />
            </span>
          )}
        </>
      }
      text={text}
      more={
        order.outcome === 'void' || order.rules === 1
          ? { label: t('look'), to: proofPath(order.order_id) }
          : { label: receipts('title'), to: receiptPath({ kind: 'option', id: order.order_id }) }
      }
      onOver={onOver}
    />
  );
}

function OrderFilled({ order, View, onOver }: Of<'order'>) {
  const t = useTranslations('running');
  const receipts = useTranslations('receipts');
  const write = useWrite();
  const named = {
    amount: write(order.coinnum.replace(/\.?0+$/, '')),
    coin: order.coinname,
    price: write(formatShort(price(order.price))),
  };
  return (
    <View
      way="flat"
      icon={exchange}
      title={t(order.type === ORDER_TYPE.buy ? 'bought' : 'sold', named)}
      text={t('filledWhole')}
      more={{ label: receipts('title'), to: receiptPath({ kind: 'fill', id: order.id }) }}
      onOver={onOver}
    />
  );
}

function FundingDecided({ decided, View, onOver }: Of<'funding'>) {
  const t = useTranslations('funding');
  const words = useTranslations('running');
  const options = useTranslations('options.result');
  const { kind, record } = decided;
  const isRefused = record.status === RECORD_STATUS.refused;
  const isDeposit = kind === 'recharge';
  const figure = isDeposit ? record.num : `-${record.mum}`;
  return (
    <View
      way="flat"
      icon={isRefused ? close : isDeposit ? deposit : withdraw}
      title={
        <>
          {words(isDeposit ? 'deposit' : 'withdrawal')}{' '}
          <span className="whitespace-nowrap">
            <Figure value={figure} signed={!isRefused} dim={false} /> <small>{record.coinName}</small>
          </span>
        </>
      }
      text={
        isRefused
          ? `${t('steps.refused')}${record.remark === '' ? '' : `: ${record.remark}`}`
          : t(isDeposit ? 'steps.credited' : 'steps.sent')
      }
      more={{ label: options('look'), run: () => timeline.set({ kind, id: record.id }) }}
      onOver={onOver}
    />
  );
}

/** A result in its own words. */
export function ResultOf({
  result,
  onOver,
  View = ResultBar,
}: {
  readonly result: Result;
  readonly onOver: () => void;
  readonly View?: ComponentType<ResultBarProps>;
}) {
  const shown = { View, onOver };
  switch (result.kind) {
    case 'option':
      return <OptionResult {...result} {...shown} />;
    case 'order':
      return <OrderFilled {...result} {...shown} />;
    case 'funding':
      return <FundingDecided {...result} {...shown} />;
  }
}
