import type { StakingProject } from '@plimsoll/contract';
import { formatDecimal, formatPercent } from '@plimsoll/i18n';
import { amount, formatShort, placesUsed, rate } from '@plimsoll/money';
import { Button, CoinMark, Presets, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useLogos } from '../assets/index.ts';
import { STAKING_TYPE } from '@plimsoll/contract/codes/staking';
import { useFunds } from './queries.ts';
import { changed, formAt, infoOf, type StakeAction, type StakeForm } from './stake-form.ts';
import { StakePanel } from './stake-panel.tsx';

interface ProjectCardProps {
  readonly project: StakingProject;
  readonly canJoin: boolean;
  readonly form: StakeForm | undefined;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onWrite: (next: (form: StakeForm) => StakeForm) => void;
}

function ProjectHead({ project, rate }: { readonly project: StakingProject; readonly rate: string }) {
  const t = useTranslations('staking');
  const logoOf = useLogos();
  const { id, coin, type, img } = project;
  return (
    <div className="flex items-center gap-3">
      {img === '' ? (
        <CoinMark coin={coin.title} logo={logoOf(coin.title)} size={40} />
      ) : (
        <img src={img} alt="" loading="lazy" className="size-10 flex-none rounded-full bg-raised object-cover" />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0">
          <h2 id={`stake-${id}`} className="text-17 font-semibold">
            {coin.title}
          </h2>
          <p className="text-13 text-ink-3">{t(type === STAKING_TYPE.flexible ? 'flexible' : 'fixed')}</p>
        </div>
        <p className="ms-auto text-end">
          <span className="n text-24 font-semibold">{rate}</span>
          <span className="block text-12 text-ink-3">{t('aYear')}</span>
        </p>
      </div>
    </div>
  );
}

/** A project: its yearly rate, durations and minimum; opened, its form. */
export function ProjectCard({ project, canJoin, form: written, isOpen, onOpen, onWrite }: ProjectCardProps) {
  const t = useTranslations('staking');
  const reading = useReading();
  const { data: balance } = useFunds(project.coin.id);
  const form = written ?? formAt(project);
  const { coin, staking_info } = project;
  const info = infoOf(form, project);
  if (!info) return null;
  const change = (action: StakeAction) => onWrite((now) => changed(now, action, { project, balance }));
  const percent = (text: string) => formatPercent(text, { ...reading, decimals: Math.max(2, placesUsed(rate(text))) });
  const count = (days: number) => formatDecimal(String(days), reading);
  return (
    <article aria-labelledby={`stake-${project.id}`} className="rounded-lg bg-surface p-4 [--preset:var(--raised)]">
      <ProjectHead project={project} rate={percent(info.interest_rate)} />
      <Presets
        label={t('duration', { coin: coin.title })}
        columns={3}
        className="mt-4"
        options={staking_info.map((each) => ({
          value: String(each.id),
          label: t('shortDays', { count: count(each.days) }),
          note: <span className="n">{percent(each.interest_rate)}</span>,
        }))}
        value={String(info.id)}
        onChange={(id) => change({ kind: 'duration', id: Number(id) })}
      />
      {isOpen && canJoin ? (
        <StakePanel project={project} info={info} form={form} balance={balance} onChange={change} />
      ) : (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="flex-[1_1_8rem] text-13 text-ink-3">
            {t('from', { amount: formatDecimal(formatShort(amount(info.min_price)), reading), coin: coin.title })}
          </p>
          {canJoin && (
            <Button
              kind="quiet"
              size="small"
              aria-label={t('joinNamed', { coin: coin.title })}
              onClick={onOpen}
              className="bg-raised!"
            >
              {t('join')}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}
