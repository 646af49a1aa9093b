import type { Stake } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { CoinMark, Facts, Figure, figures, Tag, useReading, type IconShape, type TagKind, Moment } from '@plimsoll/ui';
import { check, clock } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLogos } from '../assets/index.ts';
import { STAKE_STATUS, STAKING_TYPE } from '@plimsoll/contract/codes/staking';
import { RedeemDialog } from './redeem-dialog.tsx';

const STATES = { 0: 'active', 1: 'ended', 2: 'redeemed' } as const;
const TAGS: Readonly<Record<Stake['status'], readonly [TagKind, IconShape]>> = {
  0: ['info', clock],
  1: ['ok', check],
  2: ['plain', check],
};

function StakeHead({ stake: { coin, amount, order_num, status } }: { readonly stake: Stake }) {
  const t = useTranslations('staking.list');
  const logoOf = useLogos();
  const [kind, icon] = TAGS[status];
  return (
    <div className="flex items-center gap-3">
      <CoinMark coin={coin} logo={logoOf(coin)} size={36} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <b className="text-17">
            <Figure value={amount} places={8} /> <small className="text-[.78em] font-normal text-ink-3">{coin}</small>
          </b>
          <Tag kind={kind} icon={icon}>
            {t(STATES[status])}
          </Tag>
        </div>
        <span className="text-12 text-ink-3">{t.rich('number', { n: figures, number: order_num })}</span>
      </div>
    </div>
  );
}

/** A stake: status, dates and revenue; a flexible one with the button that redeems it. */
export function StakeCard({ stake }: { readonly stake: Stake }) {
  const t = useTranslations('staking.list');
  const reading = useReading();
  const [isAsking, setAsking] = useState(false);
  const { order_num, status, type, addtime, start_time, end_time, days, total_revenue, updatetime } = stake;
  const isActive = status === STAKE_STATUS.active;
  return (
    <article className="@container rounded-lg bg-surface p-4">
      <div className="grid gap-3 @max-[18rem]:[&_dl]:grid-cols-1 @max-[18rem]:[&_dl>div]:text-start!">
        <StakeHead stake={stake} />
        <Facts
          columns={2}
          items={[
            { term: t('opened'), value: <Moment at={addtime} /> },
            { term: t('days'), value: <span className="n">{formatDecimal(String(days), reading)}</span> },
            { term: t('start'), value: <Moment at={start_time} /> },
            status === STAKE_STATUS.redeemed && updatetime !== null
              ? { term: t('redeemedAt'), value: <Moment at={updatetime} /> }
              : { term: t('end'), value: <Moment at={end_time} /> },
          ]}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-13">
          <span className="text-ink-2">
            {t(isActive ? 'willEarn' : 'earned')}{' '}
            <b className={isActive ? 'text-ink' : 'text-good'}>
              <Figure value={total_revenue} places={8} dim={isActive} />
            </b>
          </span>
          {isActive && type === STAKING_TYPE.flexible && (
            <button
              type="button"
              aria-label={t('redeemNamed', { number: order_num })}
              onClick={() => setAsking(true)}
              className="hit px-0.5 font-medium text-water"
            >
              {t('redeem')}
            </button>
          )}
        </div>
      </div>
      <RedeemDialog stake={stake} open={isAsking} onClose={() => setAsking(false)} />
    </article>
  );
}
