import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { formatPercent } from '@plimsoll/i18n';
import { AmountField, Figure, LoadLine, Seg, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useMember } from '../../platform/member.ts';
import { useSettings } from '../../platform/settings.ts';
import { CoinField } from '../assets/index.ts';
import { useAddresses } from '../payouts/index.ts';
import {
  ABOUT_PAYMENT_PASSWORD,
  isAboutLogin,
  isAboutSecond,
  LoginAgainField,
  PaymentField,
  SecondFields,
} from '../security/index.ts';
import type { WithdrawChoice, WithdrawChoices, WithdrawCoin } from './use-withdraw-choice.ts';
import type { useWithdrawProof } from './use-withdraw-proof.ts';
import { percentOfMax, type WithdrawAction, type WithdrawTerms } from './withdraw-form.ts';
import { useWithdrawWords } from './withdraw-words.ts';

interface PartProps {
  readonly choice: WithdrawChoice;
  readonly onChange: (action: WithdrawAction) => void;
}

interface WayFieldsProps extends PartProps, Pick<WithdrawChoices, 'coins' | 'types'> {
  /** Undefined when the chosen one is no longer offered. */
  readonly coin: WithdrawCoin | undefined;
}

/** The way and the coin of a withdrawal. */
export function WayFields({ choice, coins, types, coin, onChange }: WayFieldsProps) {
  const t = useTranslations('funding');
  const { data: addresses } = useAddresses();
  const { form, isAddress, terms, freshness } = choice;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Seg
        label={t('withdraw.way')}
        options={types.map((each) => ({
          value: String(each),
          label: t(each === WITHDRAW_TYPE.address ? 'withdraw.wallet' : 'withdraw.bank'),
        }))}
        value={String(form.type)}
        onChange={(next) => onChange({ kind: 'type', type: next === '1' ? 1 : 2 })}
      />
      <CoinField
        label={t('coin')}
        title={t('chooseCoin')}
        coins={coins.map(({ id, title }) => ({
          id,
          title,
          end: isAddress && addresses?.some(({ c_id }) => c_id === id) ? t('withdraw.isBound') : undefined,
        }))}
        chosen={coin}
        aside={
          <>
            {t('withdraw.available')}{' '}
            {terms ? <Figure value={terms.balance} places={8} className={freshness.isOld ? 'text-ink-3' : ''} /> : '--'}
          </>
        }
        onPick={(id) => onChange({ kind: 'coin', id })}
      />
    </div>
  );
}

interface AmountPartProps extends PartProps {
  readonly coin: WithdrawCoin;
  readonly terms: WithdrawTerms;
  readonly refused: string | undefined;
}

/** The amount, and its share of the maximum. */
export function AmountPart({ choice: { form, ...choice }, coin, terms, refused, onChange }: AmountPartProps) {
  const t = useTranslations('funding.withdraw');
  const { minimum, maximum, say } = useWithdrawWords(choice);
  const reading = useReading();
  const percent = percentOfMax(form, terms);
  return (
    <div className="grid gap-2.5">
      <AmountField
        label={t('amount')}
        value={form.amount}
        unit={coin.title}
        placeholder={t('range', { minimum, maximum })}
        wrong={(form.wrong === 'passwordMissing' ? undefined : say(form.wrong)) ?? refused}
        all={{ text: t('all'), name: t('allNamed'), onTap: () => onChange({ kind: 'all' }) }}
        onEnter={(text) => onChange({ kind: 'enter', text })}
      />
      <div>
        <LoadLine
          percent={percent}
          isOver={form.wrong === 'outOfRange'}
          label={t('ofMost', { percent: formatPercent(String(Math.round(percent)), reading) })}
        />
        <p className="flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
          <span>{t('min', { amount: minimum })}</span>
          <span>{t('max', { amount: maximum })}</span>
        </p>
      </div>
    </div>
  );
}

/** The server's words about the amount: whatever has no field of its own. */
export const refusedAmount = ({ refusal }: ReturnType<typeof useWithdrawProof>): string | undefined =>
  ABOUT_PAYMENT_PASSWORD.includes(refusal?.reason) || isAboutSecond(refusal) || isAboutLogin(refusal)
    ? undefined
    : refusal?.message;

interface ProofPartProps extends PartProps {
  readonly proof: ReturnType<typeof useWithdrawProof>;
}

/** What proves that it is the member: payment password, login password, second factor, where they are required. */
export function ProofPart({ choice, proof, onChange }: ProofPartProps) {
  const t = useTranslations('funding.withdraw');
  const { traders_password_switch } = useSettings();
  const { data: member } = useMember();
  const { say } = useWithdrawWords(choice);
  const { second, login, refusal, setRefusal } = proof;
  const { wrong } = choice.form;
  const isMissing = wrong === 'passwordMissing';
  return (
    <>
      {traders_password_switch === 1 && (
        <PaymentField
          isSet={member?.have_pay !== 0}
          none={t('noPassword')}
          value={proof.payment}
          wrong={
            isMissing ? say(wrong) : ABOUT_PAYMENT_PASSWORD.includes(refusal?.reason) ? refusal?.message : undefined
          }
          onType={(next) => {
            proof.setPayment(next);
            onChange({ kind: 'wrong', wrong: isMissing ? undefined : wrong });
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
