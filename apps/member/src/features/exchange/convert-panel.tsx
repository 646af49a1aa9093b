import type { ExchangeCoin } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { BottomBar, Live, SubmitButton, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { PaymentField } from '../security/index.ts';
import { CoinButton } from './coin-button.tsx';
import type { ConvertAction } from './convert-form.ts';
import { CoinCards } from './coin-cards.tsx';
import { ConvertDone } from './convert-done.tsx';
import { ConvertLook } from './convert-look.tsx';
import { ConvertSummary } from './convert-summary.tsx';
import { useConvert } from './use-convert.ts';

const FORM = 'convert';

interface ConvertPanelProps {
  readonly type: 1 | 2;
  readonly coins: readonly ExchangeCoin[];
  readonly updatedAt: number;
  readonly wanted: string | undefined;
  readonly stake: string | undefined;
}

interface SideButtonProps {
  readonly side: 'give' | 'receive';
  readonly coins: readonly ExchangeCoin[];
  readonly chosen: ExchangeCoin;
  readonly onChange: (action: ConvertAction) => void;
}

function SideButton({ side, coins, chosen, onChange }: SideButtonProps) {
  const t = useTranslations('exchange');
  return (
    <CoinButton
      coins={coins}
      chosen={chosen}
      name={t(side === 'give' ? 'giveCoin' : 'receiveCoin', { coin: chosen.title })}
      title={t(side === 'give' ? 'chooseGive' : 'chooseReceive')}
      onPick={(id) => onChange({ kind: side === 'give' ? 'from' : 'to', id })}
    />
  );
}

/** The form of an exchange. */
export function ConvertPanel({ type, coins, updatedAt, wanted, stake }: ConvertPanelProps) {
  const t = useTranslations('exchange');
  const reading = useReading();
  const convert = useConvert({ type, coins, updatedAt, wanted });
  const { form, change, from, to, way, freshness, estimated, blocked, done } = convert;
  if (!from || !to) return null;
  const { isOld } = freshness;
  const written = (text: string) =>
    formatDecimal(text, { ...reading, decimals: Math.max(2, text.split('.')[1]?.length ?? 0) });
  return (
    <>
      <form
        id={FORM}
        onSubmit={convert.send}
        noValidate
        aria-label={t('form')}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4"
      >
        <CoinCards
          form={form}
          from={from}
          to={to}
          estimated={estimated}
          isOld={isOld}
          wrong={convert.amountError}
          giveButton={<SideButton side="give" coins={coins} chosen={from} onChange={change} />}
          receiveButton={<SideButton side="receive" coins={coins} chosen={to} onChange={change} />}
          onChange={change}
        />
        {done && <ConvertDone done={done} stake={stake} />}
        {way && (
          <ConvertSummary from={from} to={to} way={way} books={convert.books} estimated={estimated} isOld={isOld} />
        )}
        {convert.asksPassword && (
          <PaymentField
            isSet={convert.isSet}
            none={t('noPassword')}
            value={form.password}
            wrong={convert.passwordError}
            onType={(text) => change({ kind: 'password', text })}
          />
        )}
        <p className="text-12 text-ink-3">
          <Live old={isOld}>{isOld ? t('old', { seconds: freshness.ageS }) : t('live')}</Live>
        </p>
      </form>
      <BottomBar>
        <SubmitButton form={FORM} busy={convert.busy} busyText={t('sending')} disabled={blocked !== undefined}>
          {blocked ??
            (form.amount === '' ? t('submitBare') : t('submit', { amount: written(form.amount), coin: from.title }))}
        </SubmitButton>
      </BottomBar>
      <ConvertLook convert={convert} from={from} to={to} />
    </>
  );
}
