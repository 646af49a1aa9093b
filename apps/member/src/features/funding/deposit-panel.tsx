import type { NetworkCoin } from '@plimsoll/contract';
import { BottomBar, Chips, ImageField, Note, Seg, showToast, SubmitButton, AmountField } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../platform/draft.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { leavePage } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useImageSlot, type ImageFailure } from '../../platform/use-image-slot.ts';
import { CoinField, takeWishedCoin, useAmountWords } from '../assets/index.ts';
import { changed, coinOf, errorsIn, fieldsOf, formAt, networkOf, type DepositAction } from './deposit-form.ts';
import { ServiceButton } from './funding-page.tsx';
import { NextSteps } from './next-steps.tsx';
import { PayingIn } from './paying-in.tsx';
import { useFundingChanged } from './queries.ts';

const FORM = 'deposit';
/** A figure within words. */
const isolated = (figure: ReactNode) => <bdi className="n">{figure}</bdi>;
/** More networks than fit beside one another stand in a row that scrolls. */
const SIDE_BY_SIDE = 3;
const SHORT = 14;

/** Which coin over which network, where to send it, how much was sent, and its proof. */
export function DepositPanel({ coins }: { readonly coins: readonly NetworkCoin[] }) {
  const t = useTranslations('funding');
  const words = useAmountWords();
  const { recharge_status, recharge_subover_refre } = useSettings();
  const [form, setForm, forget] = useDraft(() => formAt(coins, takeWishedCoin()));
  /** The server's last word, until something is changed. */
  const [refusal, setRefusal] = useState<Refusal>();
  const fundingChanged = useFundingChanged();
  const change = (action: DepositAction) => {
    setRefusal(undefined);
    setForm((now) => changed(now, action, coins));
  };
  const proof = useImageSlot(form.proof, (image) => change({ kind: 'proof', proof: image }));
  const { busy, submit } = useSubmit('recharge', {
    keyed: true,
    onDone() {
      forget();
      fundingChanged();
      leavePage(recharge_subover_refre === 1 ? 'home' : 'back');
    },
    onRefused(next) {
      setRefusal(next);
      fundingChanged();
    },
  });
  const coin = coinOf(form, coins);
  const network = networkOf(form, coins);
  if (!coin || !network) return null;
  const isOn = recharge_status === 1;
  const sayAmount = (wrong: typeof form.wrong) =>
    wrong && t(`errors.${wrong}`, { coin: coin.title, places: String(coin.decimals) });
  const sayFailure = (failure: ImageFailure) =>
    failure.why === 'refused'
      ? failure.words
      : t(failure.why === 'tooLarge' ? 'errors.proofTooLarge' : 'errors.proofLost');
  const isAboutProof = refusal?.reason === 'bad_image';
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isOn) return;
    const { wrong, proofWrong } = errorsIn(form, coins, proof.slot.state);
    if (wrong || proofWrong) {
      change({ kind: 'wrong', wrong, proofWrong });
      showToast('bad', wrong ? (sayAmount(wrong) ?? '') : t(`errors.${proofWrong ?? 'addProof'}`));
    } else void submit(fieldsOf(form, coins));
  };
  const networks = coin.networkList.map(({ id, coin_net }) => ({ value: String(id), label: <bdi>{coin_net}</bdi> }));
  const Switch =
    networks.length <= SIDE_BY_SIDE && coin.networkList.every(({ coin_net }) => coin_net.length <= SHORT) ? Seg : Chips;
  return (
    <>
      <form
        id={FORM}
        onSubmit={send}
        noValidate
        aria-label={t('deposit.form')}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1"
      >
        {!isOn && (
          <Note kind="warn" icon={info}>
            <span className="grid justify-items-start gap-2">
              {t('deposit.off')}
              <ServiceButton />
            </span>
          </Note>
        )}
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
          <Switch
            label={t('deposit.network')}
            options={networks}
            value={String(network.id)}
            onChange={(id) => change({ kind: 'network', id: Number(id) })}
          />
        </div>
        <PayingIn network={network} coin={coin.title} />
        <h2 className="mt-2 text-17 font-semibold">{t('deposit.tell')}</h2>
        <AmountField
          label={t('deposit.amount')}
          value={form.amount}
          unit={coin.title}
          placeholder={t('errors.enterSent')}
          wrong={sayAmount(form.wrong) ?? (isAboutProof ? undefined : refusal?.message)}
          onEnter={(text) => change({ kind: 'enter', text })}
        />
        <ImageField
          label={t('deposit.proof')}
          aside={t('deposit.proofSize')}
          slot={proof.slot}
          name={proof.name}
          error={
            proof.failure
              ? sayFailure(proof.failure)
              : form.proofWrong
                ? t(`errors.${form.proofWrong}`)
                : isAboutProof
                  ? refusal.message
                  : undefined
          }
          help={t(proof.slot.state === 'empty' ? 'errors.addProof' : 'deposit.proofKept')}
          onChoose={(file) => {
            change({ kind: 'proof', proof: undefined });
            proof.choose(file);
          }}
          onRemove={proof.remove}
          onRetry={proof.retry}
        />
        <NextSteps of="deposit" />
      </form>
      {isOn && (
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
