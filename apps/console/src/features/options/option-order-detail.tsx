/* oxlint-disable jsx-a11y/control-has-associated-label -- what stands in a cell the rule cannot see */
import type { OptionOrderForOperator } from '@plimsoll/contract/operator';
import { DIRECTION } from '@plimsoll/contract/codes/options';
import { Facts, Figure } from '@plimsoll/ui';
import { DenseTable, Pane, TableScroll } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  Copyable,
  PanelHead,
  Exact,
  MemberLink,
  Moment,
  useAmountText,
  useMomentText,
} from '../../platform/resource/index.ts';
import { JournalsOf } from '../ledger/index.ts';
import { OptionState } from './option-state.tsx';
import { settlingOf } from './settling.ts';

const STAKED = 'USDT';
const HASH_SHOWN = 8;

/** One option: its terms, its ticks, and how it was settled. */
export function OptionOrderDetail({ order }: { readonly order: OptionOrderForOperator }) {
  const t = useTranslations('console-look');
  const number = String(order.id);
  const causes = useMemo(
    () => [
      { kind: 'option-open', cause: number },
      { kind: 'option-settle', cause: number },
    ],
    [number],
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <PanelHead
        over={
          <>
            <Copyable value={number} name={t('options.one', { id: number })}>
              {t('options.one', { id: number })}
            </Copyable>{' '}
            <Moment at={order.buytime} />
          </>
        }
        state={<OptionState outcome={order.outcome} />}
      >
        <span className={order.hyzd === DIRECTION.up ? 'text-up' : 'text-dn'}>{order.hyzd_text}</span>{' '}
        <Figure value={order.num} dim={false} /> <span className="text-15 font-medium text-ink-3">{STAKED}</span>
      </PanelHead>
      <Settled order={order} />
      <OptionFacts order={order} />
      <JournalsOf causes={causes} stamp={String(order.status)} />
      <p className="text-12 text-ink-3">{t('options.fixed')}</p>
    </div>
  );
}

function OptionFacts({ order }: { readonly order: OptionOrderForOperator }) {
  const t = useTranslations('console-look');
  return (
    <Pane>
      <Facts
        columns={2}
        items={[
          { term: t('member'), value: <MemberLink id={order.member_id}>{order.username}</MemberLink> },
          { term: t('market'), value: <bdi dir="ltr">{order.coinname}</bdi> },
          {
            term: t('options.line'),
            value: order.buyprice === null ? t('none') : <Exact value={order.buyprice} unit="" />,
          },
          {
            term: t('options.settledAt'),
            value: order.sellprice === null ? t('none') : <Exact value={order.sellprice} unit="" />,
          },
          { term: t('options.stake'), value: <Exact value={order.num} unit={STAKED} /> },
          { term: t('options.winnings'), value: <Exact value={order.winnings} unit={STAKED} /> },
          { term: t('options.expires'), value: order.selltime === null ? t('none') : <Moment at={order.selltime} /> },
          {
            term: t('options.result'),
            value:
              order.ploss === null ? (
                t('none')
              ) : (
                <span>
                  <Figure value={order.ploss} places={8} signed /> <span className="text-ink-3">{STAKED}</span>
                </span>
              ),
          },
          { term: t('options.rate'), value: <Figure value={order.rate} /> },
          { term: t('options.terms'), value: <span className="n">{order.terms_version}</span> },
        ]}
      />
    </Pane>
  );
}

interface NamedTick {
  readonly name: string;
  readonly tick: NonNullable<OptionOrderForOperator['entry_tick']>;
}

function Settled({ order }: { readonly order: OptionOrderForOperator }) {
  const t = useTranslations('console-look');
  const amountText = useAmountText();
  const momentText = useMomentText();
  const { is, tick } = settlingOf(order);
  const ticks = [
    ...(order.entry_tick === null ? [] : [{ name: t('options.entry'), tick: order.entry_tick }]),
    ...(tick === null ? [] : [{ name: t(is === 'void' ? 'options.last' : 'options.exit'), tick }]),
  ];
  return (
    <Pane title={t('options.how.title')}>
      <p className="mb-3">
        {t(`options.how.${is}`, {
          line: order.buyprice === null ? '' : amountText(order.buyprice),
          expiry: order.selltime === null ? '' : momentText(order.selltime),
          delay: (order.line_delay ?? 0) / 1000,
          within: (order.line_within ?? 0) / 1000,
          fresh: order.fresh_seconds,
          stake: `${amountText(order.num)} ${STAKED}`,
          won: `${amountText(order.winnings)} ${STAKED}`,
          price: tick === null ? '' : amountText(tick.price),
          seq: tick === null ? '' : String(tick.seq),
          at: tick === null ? '' : momentText(tick.time),
        })}
      </p>
      <Ticks of={ticks} />
    </Pane>
  );
}

function Ticks({ of: ticks }: { readonly of: readonly NamedTick[] }) {
  const t = useTranslations('console-look');
  return (
    <TableScroll label={t('options.ticks')}>
      <DenseTable compact>
        <thead>
          <tr>
            <th scope="col">{t('options.tick')}</th>
            <th scope="col">{t('options.tickAt')}</th>
            <th scope="col" className="r">
              {t('options.price')}
            </th>
            <th scope="col" className="r">
              {t('options.seq')}
            </th>
            <th scope="col" className="r">
              {t('options.hash')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ticks.map(({ name, tick: { seq, time, price, hash } }) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="text-ink-2">
                <Moment at={time} />
              </td>
              <td className="r">
                <Figure value={price} places={8} />
              </td>
              <td className="r">
                <span className="n">{seq}</span>
              </td>
              <td className="r">
                <span className="mono text-12">
                  <Copyable value={hash} name={t('options.hash')}>
                    {hash.slice(0, HASH_SHOWN)}
                  </Copyable>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </DenseTable>
    </TableScroll>
  );
}
