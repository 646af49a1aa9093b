import type { TransferCoin } from '@plimsoll/contract';
import { Figure, AmountField } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { CoinField } from '../assets/index.ts';
import {
  ABOUT_PAYMENT_PASSWORD,
  isAboutSecond,
  isAboutLogin,
  LoginAgainField,
  PaymentField,
  SecondFields,
} from '../security/index.ts';
import { ReceiverField } from './receiver-field.tsx';
import { isAboutReceiver } from './send-form.ts';
import type { useSend } from './use-send.ts';

interface SendFieldsProps {
  readonly coins: readonly TransferCoin[];
  readonly coin: TransferCoin;
  readonly isOld: boolean;
  readonly send: ReturnType<typeof useSend>;
}

/** Receiver, coin, amount, and the proofs that are required. */
export function SendFields({ coins, coin, isOld, send }: SendFieldsProps) {
  const t = useTranslations('transfers');
  const { form, change, text, setText, refusal, setRefusal, second, login, errorText } = send;
  const { wrong } = form;
  const isAboutPassword = ABOUT_PAYMENT_PASSWORD.includes(refusal?.reason);
  const isAboutAmount = wrong !== 'passwordMissing' && !isAboutReceiver(wrong);
  return (
    <>
      <ReceiverField form={form} wrong={isAboutReceiver(wrong) ? errorText(wrong) : undefined} onChange={change} />
      <CoinField
        label={t('coin')}
        title={t('chooseCoin')}
        coins={coins.map(({ id, title, balance }) => ({ id, title, end: <Figure value={balance} places={8} /> }))}
        chosen={coin}
        aside={
          <>
            {t('available')} <Figure value={coin.balance} places={8} className={isOld ? 'text-ink-3' : ''} />
          </>
        }
        onPick={(id) => change({ kind: 'coin', id })}
      />
      <AmountField
        label={t('amount')}
        value={form.amount}
        unit={coin.title}
        wrong={
          (isAboutAmount ? errorText(wrong) : undefined) ??
          (isAboutPassword || isAboutSecond(refusal) || isAboutLogin(refusal) ? undefined : refusal?.message)
        }
        all={{ text: t('all'), name: t('allNamed'), onTap: () => change({ kind: 'all' }) }}
        onEnter={(next) => change({ kind: 'enter', text: next })}
      />
      {send.asksPassword && (
        <PaymentField
          isSet={send.isSet}
          none={t('noPassword')}
          value={text}
          wrong={wrong === 'passwordMissing' ? errorText(wrong) : isAboutPassword ? refusal?.message : undefined}
          onType={(next) => {
            setText(next);
            change({ kind: 'wrong', wrong: wrong === 'passwordMissing' ? undefined : wrong });
          }}
        />
      )}
      <LoginAgainField login={login} onType={() => setRefusal(undefined)} />
      <SecondFields
        form={second}
        refused={isAboutSecond(refusal) ? refusal?.message : undefined}
        onChange={() => setRefusal(undefined)}
      />
    </>
  );
}
