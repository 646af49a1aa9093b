import { distance, amount, plus, price } from '@plimsoll/money';
import type { OptionOrder } from '@plimsoll/contract';
import { DIRECTION, OPTION_STATUS } from '@plimsoll/contract/codes/options';
import { Button, buttonClass, Empty, ErrorState, Icon, IconButton, loneLinkClass, Mark, Note } from '@plimsoll/ui';
import { receipt, share } from '@plimsoll/ui/icons-screens';
import { check, info, refresh, warn } from '@plimsoll/ui/icons-shell';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Refusal } from '../../platform/envelope.ts';
import { refusedWords } from '../../platform/refused.ts';
import { Link } from '../../platform/router.tsx';
import { saveFile } from '../../platform/save-file.ts';
import { PageHeader } from '../site/index.ts';
import { coinsOf } from './order-facts.ts';
import { bold } from './order-parts.tsx';
import { ProofSkeleton } from './proof-skeleton.tsx';
import { ProofSteps } from './proof-steps.tsx';
import { useOption } from './queries.ts';
import { receiptOf, shareFile } from './receipt.ts';
import { standingOf } from './returns.ts';
import { TapeChart } from './tape-chart.tsx';
import { TapeTable } from './tape-table.tsx';
import type { WireTape } from './stretch.ts';
import { checkedOf, decidedBy, type Checked } from './tape.ts';
import { useTape } from './use-tape.ts';
import { useVoidWords } from './void-words.ts';
import { useWriting } from './words.ts';

function Story({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options.proof');
  const words = useTranslations('options');
  const voidText = useVoidWords(order);
  const { cents } = useWriting();
  const coin = coinsOf(order.coinname).quote;
  const stake = cents(order.num);
  const line = price(order.buyprice ?? '0');
  const exit = order.sellprice === null ? line : price(order.sellprice);
  const side = standingOf(line, exit);
  const by = decidedBy(order);
  const named = {
    direction: words(order.hyzd === DIRECTION.up ? 'up' : 'down'),
    distance: cents(distance(line, exit)),
  };
  const [head, text] =
    order.outcome === 'win'
      ? [
          t('right', named),
          t('winText', { by, side, stake, back: cents(plus(amount(order.num), amount(order.ploss ?? '0'))), coin }),
        ]
      : order.outcome === 'lose'
        ? [t('wrong', named), t('loseText', { by, side, stake, coin })]
        : order.outcome === 'tie'
          ? [t('tie'), t('tieText', { by, stake, coin })]
          : [t('void'), voidText];
  return (
    <div className="flex items-start gap-3 px-4">
      <Mark size={44} className="flex-none" />
      <div>
        <p className="text-20 font-semibold">{head}</p>
        <p className="mt-1 text-14 text-ink-2">{text}</p>
      </div>
    </div>
  );
}

function Verdict({ proof }: Pick<Checked, 'proof'>) {
  const t = useTranslations('options.proof');
  const { whole } = useWriting();
  return (
    <div role="status">
      {proof.holds ? (
        <Note kind="ok" icon={check}>
          {t.rich('checked', { count: whole(proof.ticks), b: bold })}
        </Note>
      ) : proof.steps.chain && !proof.reaches ? (
        <Note kind="warn" icon={info}>
          {t.rich('notYet', { b: bold })}
        </Note>
      ) : (
        <Note kind="bad" icon={warn}>
          {t.rich(proof.steps.chain ? 'broken' : 'brokenChain', { b: bold })}
        </Note>
      )}
    </div>
  );
}

function ProofView({
  order,
  tape,
  checked,
  isChecking,
  onAgain,
}: {
  readonly order: OptionOrder;
  readonly tape: WireTape;
  readonly checked: Checked;
  readonly isChecking: boolean;
  readonly onAgain: () => void;
}) {
  const t = useTranslations('options.proof');
  const titles = useTranslations('app.titles');
  const { points, expiresAtMs, exit, decidedBy: by, proof } = checked;
  const file = () => receiptOf(order, tape, checked);
  return (
    <>
      <PageHeader title={t('title')} canGoBack>
        <IconButton label={t('share')} className="-me-2.5" onClick={() => void shareFile(file())}>
          <Icon of={share} />
        </IconButton>
      </PageHeader>
      <Story order={order} />
      {expiresAtMs !== undefined && (
        <TapeChart ticks={points} expiresAtMs={expiresAtMs} exit={exit} won={order.outcome} />
      )}
      <section className="px-4 pt-2">
        <ProofSteps order={order} checked={checked} />
      </section>
      {order.outcome === 'void' && (
        <p className="px-4 pb-4">
          <Link to={`/voids?market=${order.symbol}`} className={loneLinkClass}>
            {titles('voids')}
          </Link>
        </p>
      )}
      <hr className="h-2 border-0 bg-deep in-data-[theme=day]:bg-surface" />
      {expiresAtMs !== undefined && (
        <TapeTable ticks={points} expiresAtMs={expiresAtMs} exitSeq={exit?.seq} decidedBy={by} />
      )}
      <section className="px-4 pt-5 pb-6">
        <Verdict proof={proof} />
        <div className="mt-3 flex gap-2">
          <Button kind="quiet" className="flex-1" busy={isChecking} busyText={t('checking')} onClick={onAgain}>
            <Icon of={refresh} size={20} />
            {t('again')}
          </Button>
          <Button kind="quiet" className="flex-1" onClick={() => saveFile(file())}>
            <Icon of={receipt} size={20} />
            {t('save')}
          </Button>
        </div>
      </section>
    </>
  );
}

/** How an option was settled, recomputed here from the tape. */
export default function ProofPage({ orderId }: { readonly orderId: number }) {
  const t = useTranslations('options.proof');
  const kit = useTranslations('app.kit');
  const { data: order, error: orderError, refetch: askOrder } = useOption(orderId);
  const tape = useTape(order);
  const checked = useMemo(() => (order && tape.data ? checkedOf(order, tape.data) : undefined), [order, tape.data]);
  if (order && tape.data && checked) {
    return (
      <ProofView
        order={order}
        tape={tape.data}
        checked={checked}
        isChecking={tape.isFetching}
        onAgain={() => void tape.refetch()}
      />
    );
  }
  const toOptions = (
    <Link to="/options" replace className={`${buttonClass('quiet')} mt-3`}>
      {t('toOptions')}
    </Link>
  );
  const isMissing = orderError instanceof Refusal && orderError.code === 204;
  const hasFailed = tape.isError || (tape.data !== undefined && checked === undefined);
  if (!orderError && !hasFailed && order?.status !== OPTION_STATUS.open) return <ProofSkeleton />;
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      {isMissing && (
        <Empty title={t('missing')} text={t('missingText')} className="pt-20">
          {toOptions}
        </Empty>
      )}
      {!isMissing && !order && (
        <ErrorState
          title={kit('loadFailed')}
          text={refusedWords(orderError) ?? kit('loadFailedText')}
          onRetry={() => void askOrder()}
          className="pt-20"
        />
      )}
      {order?.status === OPTION_STATUS.open && (
        <Empty title={t('notSettled')} text={t('notSettledText')} className="pt-20">
          {toOptions}
        </Empty>
      )}
      {order?.status === OPTION_STATUS.settled && hasFailed && (
        <>
          <Story order={order} />
          <ErrorState
            title={t('noTape')}
            text={refusedWords(tape.error) ?? t('noTapeText')}
            onRetry={() => void tape.refetch()}
            className="pt-10"
          />
        </>
      )}
    </>
  );
}
