import { SPOT_STATUS } from '@plimsoll/contract/codes/spot';
import { Button, buttonClass, SkeletonBlock, Timeline, type StepState } from '@plimsoll/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { post } from '../../platform/client.ts';
import { useMember } from '../../platform/member.ts';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { DemoFunds } from './demo-funds.tsx';
import { firstStepsOf, keepFirstSteps } from './first-steps.ts';
import { FIRST_USE_HEIGHT, FirstUseRoom } from '../../platform/first-use-room.tsx';

/** The first trade and its funds are looked for so often while the card is shown. */
const EVERY_MS = 5000;
/** What the first trade is offered in. */
const FIRST_COIN = 'BTC';

/** Whether the member has funds, and the order of the first trade: null for none, undefined while unknown. */
function useProgress(isAsked: boolean) {
  const funds = useQuery({
    enabled: isAsked,
    queryKey: ['getUserBalanceList'],
    queryFn: () => post('getUserBalanceList', {}, { quiet: true }),
  });
  const orders = useQuery({
    enabled: isAsked,
    queryKey: ['tradegetOrderList', 'first'],
    queryFn: () =>
      post('tradegetOrderList', { status: String(SPOT_STATUS.completed), page: 1, limit: 1 }, { quiet: true }),
    refetchInterval: EVERY_MS,
  });
  return {
    hasFunds: funds.data && /[1-9]/.test(funds.data.all_price),
    order: orders.data && (orders.data.list[0]?.id ?? null),
    isLoading: funds.isLoading || orders.isLoading,
  };
}

function FundsButton() {
  const t = useTranslations('membership');
  const home = useTranslations('home');
  const { demo, recharge_status } = useSettings();
  if (demo === 1)
    return (
      <DemoFunds>
        {({ busy, submit }) => (
          <Button size="small" busy={busy} busyText={t('panel.demoFundsBusy')} onClick={() => void submit()}>
            {t('panel.getDemoFunds')}
          </Button>
        )}
      </DemoFunds>
    );
  return (
    recharge_status === 1 && (
      <Link to="/recharge" className={buttonClass('primary', 'small')}>
        {home('deposit')}
      </Link>
    )
  );
}

interface CardProps {
  readonly hasFunds: boolean;
  readonly order: number | null;
  readonly onHide: () => void;
}

function Card({ hasFunds, order, onHide }: CardProps) {
  const t = useTranslations('membership.firstUse');
  const spot = useTranslations('spot.submit');
  const receipts = useTranslations('receipts');
  const funding = useTranslations('funding.steps');
  const at = order !== null ? 2 : hasFunds ? 1 : 0;
  const stateOf = (step: number): StepState => (step < at ? 'done' : step === at ? 'now' : 'next');
  const step = (place: number, key: 'funds' | 'trade' | 'check', action: ReactNode) => ({
    state: stateOf(place),
    title: t(`${key}.title`),
    text:
      place < at ? undefined : (
        <>
          {t(`${key}.text`)}
          {place === at && <span className="mt-2 block text-14">{action}</span>}
        </>
      ),
  });
  return (
    <section
      aria-labelledby="first-use"
      style={{ minHeight: FIRST_USE_HEIGHT }}
      className="on-card mt-4 rounded-lg bg-surface p-4 [--node-ground:var(--surface)]"
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="first-use" className="text-17 font-semibold">
          {t('title')}
        </h2>
        <button type="button" onClick={onHide} className="hit text-13 text-ink-3">
          {t('hide')}
        </button>
      </div>
      <Timeline
        label={t('title')}
        words={{ done: funding('done'), now: funding('now'), next: funding('next'), bad: funding('bad') }}
        steps={[
          step(0, 'funds', <FundsButton />),
          step(
            1,
            'trade',
            <Link to="/exchange" className={buttonClass('primary', 'small')}>
              {spot('buy', { coin: FIRST_COIN })}
            </Link>,
          ),
          step(
            2,
            'check',
            order !== null && (
              <Link to={`/proof?receipt=fill.${order}`} className={buttonClass('primary', 'small')}>
                {receipts('title')}
              </Link>
            ),
          ),
        ]}
      />
    </section>
  );
}

export interface FirstUseProps {
  /** What stands there once the first steps are over. */
  readonly over: ReactNode;
}

/** The room with a skeleton of the title and the steps. */
const Skeleton = ({ over }: FirstUseProps) => (
  <FirstUseRoom over={over}>
    {[110, 170, 240, 150].map((width) => (
      <SkeletonBlock key={width} width={width} height={14} className="mb-10" />
    ))}
  </FirstUseRoom>
);

/** A newcomer's three steps: funds, the first trade, and its check. Over when a receipt was checked, or when hidden. */
export default function FirstUse({ over }: FirstUseProps) {
  const { data: member, isLoading: isMemberLoading } = useMember();
  const [isHidden, setHidden] = useState(false);
  const kept = member && firstStepsOf(member.id);
  const isWanted = member !== undefined && kept !== 'over' && !isHidden;
  const { hasFunds, order, isLoading } = useProgress(isWanted);
  const isKnown = isWanted && hasFunds !== undefined && order !== undefined;
  // Who had traded before this browser knew of them needs no first steps.
  const isShown = isKnown && (kept === 'begun' || order === null);
  const id = member?.id;
  useEffect(() => {
    if (isKnown && id !== undefined) keepFirstSteps(id, isShown ? 'begun' : 'over');
  }, [isKnown, isShown, id]);
  if (!isShown) return isMemberLoading || isLoading ? <Skeleton over={over} /> : over;
  return (
    <Card
      hasFunds={hasFunds}
      order={order}
      onHide={() => {
        keepFirstSteps(member.id, 'over');
        setHidden(true);
      }}
    />
  );
}
