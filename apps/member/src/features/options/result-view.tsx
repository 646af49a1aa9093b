import type { OptionOrder } from '@plimsoll/contract';
import { amount, formatShort, plus, price } from '@plimsoll/money';
import { Button, buttonClass, CountdownRing, Figure, Icon, Summary } from '@plimsoll/ui';
import { proof } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { ReceiptButton } from '../proof/index.ts';
import { coinsOf, directionOf, inkOf } from './order-facts.ts';
import { proofPath } from './place.ts';
import { useOrderRows } from './progress-view.tsx';
import { standingOf } from './returns.ts';
import { watchOption } from './watched.ts';
import { useVoidWords } from './void-words.ts';
import { useWriting } from './words.ts';

function useResultWords(order: OptionOrder): { readonly head: string; readonly text: string } {
  const t = useTranslations('options.result');
  const { cents } = useWriting();
  const coin = coinsOf(order.coinname).quote;
  const stake = cents(order.num);
  const direction = directionOf(order);
  const voidText = useVoidWords(order);
  switch (order.outcome) {
    case 'win':
      return {
        head: t(direction === 'up' ? 'upRight' : 'downRight'),
        text: t('won', { amount: cents(plus(amount(order.num), amount(order.ploss ?? '0'))), coin }),
      };
    case 'lose':
      return { head: t(direction === 'up' ? 'upWrong' : 'downWrong'), text: t('lost', { amount: stake, coin }) };
    case 'tie':
      return { head: t('tie'), text: t('tieText', { amount: stake, coin }) };
    case 'void':
      return { head: t('void'), text: voidText };
    case null:
      return { head: '', text: '' };
  }
}

function ResultRing({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options.progress');
  const ink = inkOf(order);
  const standing =
    order.sellprice === null || order.buyprice === null
      ? 'on'
      : standingOf(price(order.buyprice), price(order.sellprice));
  const coin = coinsOf(order.coinname).quote;
  return (
    <CountdownRing
      left={0}
      half={standing}
      way={ink}
      ended={ink}
      caption={coin}
      start={
        <>
          {t('yourLine')}
          <br />
          {order.buyprice === null ? '--' : <Figure value={order.buyprice} dim={false} className="text-13 text-ink" />}
        </>
      }
      end={
        <>
          {t('atExpiry')}
          <br />
          {order.sellprice === null ? (
            '--'
          ) : (
            <span data-way={ink} className="text-13 font-semibold">
              <Figure value={order.sellprice} dim={false} />
            </span>
          )}
        </>
      }
    >
      <span data-way={ink} className="text-28 font-semibold tracking-[-.02em]">
        <Figure value={formatShort(amount(order.ploss ?? '0'))} signed dim={false} />
      </span>
    </CountdownRing>
  );
}

/** A settled option: its result, and the link to its proof. */
export default function ResultView({ order }: { readonly order: OptionOrder }) {
  const t = useTranslations('options');
  const rows = useOrderRows(order);
  const { head, text } = useResultWords(order);
  return (
    <>
      <ResultRing order={order} />
      <div role="status" className="text-center">
        <p className="text-20 font-semibold">{head}</p>
        <p className="mt-1 text-13 text-ink-2">{text}</p>
      </div>
      <div className="mt-4">
        <Summary rows={rows} />
      </div>
      <Link
        to={proofPath(order.order_id)}
        replace
        onClick={() => watchOption(undefined)}
        className={`${buttonClass('line')} mt-4 w-full`}
      >
        <Icon of={proof} duo />
        {t('result.how')}
      </Link>
      {order.rules > 1 && (
        <div className="mt-2">
          <ReceiptButton kind="option" id={order.order_id} onClose={() => watchOption(undefined)} />
        </div>
      )}
      <Button className="mt-2 w-full" onClick={() => watchOption(undefined)}>
        {t('result.done')}
      </Button>
    </>
  );
}
