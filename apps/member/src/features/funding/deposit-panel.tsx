import type { Network, NetworkCoin } from '@plimsoll/contract';
import { BottomBar, Note, SubmitButton, AmountField } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CoinField, useAmountWords } from '../assets/index.ts';
import { Gone, ServiceButton } from './funding-page.tsx';
import NextSteps from './next-steps.tsx';
import { PayingIn } from './paying-in.tsx';
import { NetworkSwitch } from './network-switch.tsx';
import { ProofField } from './proof-field.tsx';
import { useDeposit } from './use-deposit.ts';

const FORM = 'deposit';
const isolated = (figure: ReactNode) => <bdi className="n">{figure}</bdi>;

function SwitchedOff() {
  const t = useTranslations('funding');
  return (
    <Note kind="warn" icon={info}>
      <span className="grid justify-items-start gap-2">
        {t('deposit.off')}
        <ServiceButton />
      </span>
    </Note>
  );
}

interface DetailsProps {
  readonly deposit: ReturnType<typeof useDeposit>;
  readonly coin: NetworkCoin;
  readonly network: Network;
}

/** Where to send the coin, and what was sent. */
function Details({ deposit: { form, change, proof, refusal, amountError }, coin, network }: DetailsProps) {
  const t = useTranslations('funding');
  const isAboutProof = refusal?.reason === 'bad_image';
  return (
    <>
      <PayingIn network={network} coin={coin.title} />
      <h2 className="mt-2 text-17 font-semibold">{t('deposit.details')}</h2>
      <AmountField
        label={t('deposit.amount')}
        value={form.amount}
        unit={coin.title}
        placeholder={t('errors.enterSent')}
        wrong={amountError(form.wrong) ?? (isAboutProof ? undefined : refusal?.message)}
        onEnter={(text) => change({ kind: 'enter', text })}
      />
      <ProofField form={form} proof={proof} refused={isAboutProof ? refusal.message : undefined} onChange={change} />
      <NextSteps of="deposit" />
    </>
  );
}

/** The form of a deposit. */
export function DepositPanel({ coins }: { readonly coins: readonly NetworkCoin[] }) {
  const t = useTranslations('funding');
  const words = useAmountWords();
  const deposit = useDeposit(coins);
  const { form, change, busy, send, coin, network, isOn } = deposit;
  return (
    <>
      <form
        id={FORM}
        onSubmit={send}
        noValidate
        aria-label={t('deposit.form')}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1"
      >
        {!isOn && <SwitchedOff />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <CoinField
            label={t('coin')}
            title={t('chooseCoin')}
            coins={coins.map(({ id, title, networkList }) => ({
              id,
              title,
              note: networkList.map(({ coin_net }) => coin_net).join(', '),
            }))}
            chosen={coin}
            onPick={(id) => change({ kind: 'coin', id })}
          />
          {coin && <NetworkSwitch coin={coin} chosen={network?.id} onPick={(id) => change({ kind: 'network', id })} />}
        </div>
        {coin && network ? <Details deposit={deposit} coin={coin} network={network} /> : <Gone />}
      </form>
      {isOn && coin && network && (
        <BottomBar>
          <SubmitButton form={FORM} busy={busy} busyText={t('sending')}>
            {form.amount === '' ? (
              t('deposit.submitBare')
            ) : (
              <span>{t.rich('deposit.submit', { n: isolated, amount: words(form.amount), coin: coin.title })}</span>
            )}
          </SubmitButton>
        </BottomBar>
      )}
    </>
  );
}
