import type { TransferCoin } from '@plimsoll/contract';
import { BottomBar, SubmitButton } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import type { Freshness } from '../../platform/connection.ts';
import { useAmountWords } from '../assets/index.ts';
import { EmailNeeded, LastLook } from '../security/index.ts';
import { computeFees } from './send-form.ts';
import { SendDone } from './send-done.tsx';
import { SendFields } from './send-fields.tsx';
import { useSend } from './use-send.ts';
import { SendSummary } from './send-summary.tsx';

const FORM = 'send';
interface SendPanelProps {
  readonly coins: readonly TransferCoin[];
  readonly freshness: Freshness;
  readonly nowMs: number;
}

/** The form of a transfer, with the last look. */
export function SendPanel({ coins, freshness, nowMs }: SendPanelProps) {
  const t = useTranslations('transfers');
  const words = useAmountWords();
  const send = useSend(coins);
  const { form, coin, done, look, isBusy, security, second } = send;
  if (!coin) return null;
  return (
    <>
      <form
        id={FORM}
        onSubmit={(event) => void send.send(event)}
        noValidate
        aria-label={t('title')}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1"
      >
        <EmailNeeded />
        <SendFields coins={coins} coin={coin} isOld={freshness.isOld} send={send} />
        {done && <SendDone done={done} />}
        <SendSummary
          coin={coin}
          receiver={form.receiver?.username ?? ''}
          computed={computeFees(form, coin)}
          nowMs={nowMs}
        />
      </form>
      <BottomBar>
        <SubmitButton form={FORM} busy={isBusy} busyText={t('sending')} disabled={security?.email_needed === 1}>
          {form.amount === '' ? t('submitBare') : t('submit', { amount: words(form.amount), coin: coin.title })}
        </SubmitButton>
      </BottomBar>
      <LastLook look={look} isSigned={second.by === 'passkey'} />
    </>
  );
}
