import { OUT_HOURS } from '@plimsoll/contract/figures';
import { formatDecimal, formatTime } from '@plimsoll/i18n';
import { amount, format, placesUsed, plus } from '@plimsoll/money';
import { Check, Icon, Note, Tag, useReading } from '@plimsoll/ui';
import { key } from '@plimsoll/ui/icons-screens';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Judgement } from '../../platform/unusual.ts';
import { ConfirmWays, Remarks, type LookState } from '../look/index.ts';
import { comparedGroups, lookAlikeOf, type ComparedGroup } from './compare-address.ts';
import { LimitLine } from './limits-part.tsx';
import type { LookFacts, LookPlace } from './look-facts.ts';
import { useLimits } from './queries.ts';

interface LastLookViewProps {
  readonly look: LookState<LookFacts>;
  /** A passkey signs it: no slide is needed as well. */
  readonly isSigned: boolean;
  readonly facts: LookFacts;
  readonly judgement: Judgement;
}

const isolated = (text: string): string => `\u2068${text}\u2069`;
const GROUP = 'rounded-sm px-1 text-center';

function Groups({
  groups,
  isOther = false,
}: {
  readonly groups: readonly ComparedGroup[];
  readonly isOther?: boolean;
}) {
  const look = (differs: boolean): string => {
    if (isOther) return differs ? 'font-semibold text-ink-2 border-b-2 border-line-strong' : 'text-ink-3';
    return differs
      ? 'bg-danger-tint font-semibold text-danger border-b-2 border-danger'
      : 'bg-raised in-data-[theme=day]:bg-surface';
  };
  return (
    <p
      dir="ltr"
      className="mono grid grid-cols-[repeat(auto-fill,minmax(3.6em,1fr))] gap-x-1.5 gap-y-1 text-15 leading-[1.73]"
    >
      {groups.map(({ text, differs }, at) => (
        <span key={at} className={`${GROUP} ${look(differs)}`}>
          {text}
        </span>
      ))}
    </p>
  );
}

/** How often something was sent there before. */
function TimesTag({ times }: { readonly times: number }) {
  const t = useTranslations('security.lastLook');
  const reading = useReading();
  if (times === 0) return <Tag kind="wait">{t('first')}</Tag>;
  return (
    <Tag kind="ok" icon={check}>
      {t('times', { count: formatDecimal(String(times), reading) })}
    </Tag>
  );
}

function ToAddress({ to: { address, used, isAllowed } }: { readonly to: Extract<LookPlace, { kind: 'address' }> }) {
  const t = useTranslations('security.lastLook');
  const reading = useReading();
  const known = used.find((each) => each.address === address);
  const double = lookAlikeOf(address, used);
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-13">
        <span className="text-ink-2">{t('to', { count: address.length })}</span>
        <span className="flex flex-wrap gap-2">
          {isAllowed && (
            <Tag kind="ok" icon={check}>
              {t('allowed')}
            </Tag>
          )}
          <TimesTag times={known?.times ?? 0} />
        </span>
      </p>
      <Groups groups={comparedGroups(address, double?.address)} />
      {double && (
        <Note kind="bad" icon={warn}>
          <span className="grid gap-2">
            <span>
              {t.rich('double', {
                b: (words) => <b className="text-ink">{words}</b>,
                time: isolated(formatTime(double.last, { ...reading, style: 'date' })),
              })}
            </span>
            <Groups groups={comparedGroups(double.address, address)} isOther />
          </span>
        </Note>
      )}
    </div>
  );
}

function Place({ to }: { readonly to: LookPlace }) {
  const t = useTranslations('security.lastLook');
  if (to.kind === 'address') return <ToAddress to={to} />;
  if (to.kind === 'card') {
    return (
      <div className="grid gap-1">
        <p className="text-13 text-ink-2">{t('toCard')}</p>
        <p className="flex flex-wrap gap-x-3 font-semibold">
          <bdi className="[overflow-wrap:anywhere]">{to.bank}</bdi>
          <bdi dir="ltr" className="n whitespace-normal!">
            {to.number}
          </bdi>
        </p>
        <p className="text-13">
          <bdi className="[overflow-wrap:anywhere]">{to.holder}</bdi>
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-13 text-ink-2">
        {t('toMember')}
        <TimesTag times={to.times} />
      </p>
      <p className="font-semibold">
        <bdi className="[overflow-wrap:anywhere]">{to.name}</bdi>
      </p>
    </div>
  );
}

/** True for an address that nothing was sent to before: the reader compares it first. */
const isToCompare = ({ to }: LookFacts): boolean =>
  to.kind === 'address' && !to.used.some(({ address }) => address === to.address);

/** What the last look shows, and how it is confirmed; loaded when the page is idle, or with the sheet. */
export default function LastLookView({
  look: { busy, onClose, onConfirm },
  isSigned,
  facts,
  judgement,
}: LastLookViewProps) {
  const t = useTranslations('security.lastLook');
  const reading = useReading();
  const { data: limits } = useLimits();
  const [isCompared, setCompared] = useState(false);
  const { gross, fee, net, left, coin, to } = facts;
  const write = (value: string) =>
    formatDecimal(value, { ...reading, decimals: Math.max(2, placesUsed(amount(value))) });
  const isHeldBack = isToCompare(facts) && !isCompared;
  // Only USDT counts here; the worth of other coins is not known.
  const used = limits && (coin === 'USDT' ? format(plus(amount(limits.used), amount(gross))) : limits.used);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-2">
      <div className="grid gap-1">
        <p className="text-13 text-ink-2">
          {to.kind === 'address' ? t('arrivesOver', { coin, network: isolated(to.over) }) : t('arrives', { coin })}
        </p>
        <p className="text-36 font-semibold tracking-[-.015em]">
          <span className="n">{write(net)}</span>
        </p>
        <p className="text-13 text-ink-2">
          {t('leaves', { gross: isolated(write(gross)), fee: isolated(write(fee)) })}{' '}
          {t('left', { left: isolated(write(left)) })}
        </p>
      </div>
      <Place to={to} />
      <Remarks remarks={judgement.remarks} />
      {limits && used !== undefined && (
        <LimitLine limits={limits} used={used} name={t('limit', { hours: OUT_HOURS, level: String(limits.level) })} />
      )}
      <p className="text-13 text-ink-2">{facts.note}</p>
      {isToCompare(facts) && (
        <Check checked={isCompared} onChange={setCompared}>
          {t('compared')}
        </Check>
      )}
      <ConfirmWays
        judgement={isSigned ? { ...judgement, isSlid: false } : judgement}
        confirm={
          <>
            <Icon of={isSigned ? key : check} size={20} />
            {t('send', { amount: isolated(write(net)), coin })}
          </>
        }
        busy={busy}
        busyText={t('sending')}
        blocked={isHeldBack ? t('tick') : undefined}
        onConfirm={onConfirm}
        onClose={onClose}
      />
      {isSigned && <p className="text-center text-12 text-ink-3">{t('signs')}</p>}
    </div>
  );
}
