import { LIABILITY_STEPS, type LiabilityStep } from '@plimsoll/proof/log';
import { Button, Figure, Icon, MeasuredSteps, Note, type MeasuredStep } from '@plimsoll/ui';
import { download } from '@plimsoll/ui/icons-screens';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../platform/save-file.ts';
import type { Counted } from './owed-check.ts';
import { useLogWriting } from './use-entry-words.ts';

const TITLES = {
  entry: 'stepEntry',
  inclusion: 'stepInclusion',
  leaves: 'stepLeaves',
} as const satisfies Record<LiabilityStep, string>;

interface DetailProps {
  readonly counted: Counted;
  /** Whether the member hides figures. */
  readonly isHidden: boolean;
}

/** The server's answer as a file that the verifiers take. */
const fileOf = ({ proof }: Counted): File =>
  new File([JSON.stringify(proof)], `plimsoll-liabilities-${proof.epoch}.json`, { type: 'application/json' });

function Steps({ counted: { proof, entry, size, failed } }: { readonly counted: Counted }) {
  const t = useTranslations('proof');
  const { whole, time } = useLogWriting();
  const textOf = (step: LiabilityStep): string => {
    switch (step) {
      case 'entry':
        return entry ? t('epochText', { epoch: whole(entry.epoch), time: time(entry.at, 'full') }) : '';
      case 'inclusion':
        return t('stepInclusionText', {
          index: whole(proof.index),
          size: whole(size),
          hashes: whole(proof.proof.length),
        });
      case 'leaves':
        return t('stepLeavesText', { count: whole(proof.leaves.length) });
    }
  };
  const failedAt = failed === undefined ? LIABILITY_STEPS.length : LIABILITY_STEPS.indexOf(failed);
  const steps = LIABILITY_STEPS.map((step, at): MeasuredStep => {
    const holds = at < failedAt ? true : at === failedAt ? false : undefined;
    return {
      title: t(TITLES[step]),
      figure: holds === undefined ? <span className="text-13 font-normal text-ink-3">{t('notChecked')}</span> : '',
      text: holds === true ? textOf(step) : '',
      holds,
    };
  });
  return <MeasuredSteps steps={steps} words={{ holds: t('holdsStep'), fails: t('failsStep') }} />;
}

/** Amounts by coin: the member's as they were then, and of how much they are a part. */
function Amounts({ counted: { entry, sums }, isHidden }: DetailProps) {
  const t = useTranslations('proof');
  const heads = [t('coin'), t('yours'), t('owedTotal')];
  return (
    <table className="w-full text-13 [overflow-wrap:anywhere] [&_.n]:whitespace-normal!">
      <thead>
        <tr className="border-b text-12 text-ink-3">
          {heads.map((head, at) => (
            <th key={head} scope="col" className={`py-1.5 font-normal ${at === 0 ? 'text-start' : 'text-end'}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entry?.coins.map((coin, at) => (
          <tr key={coin} className="border-b last:border-b-0">
            <th scope="row" className="py-2 text-start font-medium">
              {coin}
            </th>
            <td className="py-2 ps-2 text-end">
              <Figure value={sums[at] ?? '0'} places={8} hidden={isHidden} />
            </td>
            <td className="py-2 ps-2 text-end text-ink-2">
              <Figure value={entry.totals[at] ?? '0'} places={8} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Each leaf of the member's, with what it holds. */
function Leaves({ counted: { proof }, isHidden }: DetailProps) {
  const t = useTranslations('proof');
  const { whole } = useLogWriting();
  return (
    <dl className="grid gap-2 text-13">
      {proof.leaves.map(({ part, amounts }) => (
        <div key={part} className="flex flex-wrap justify-between gap-x-3">
          <dt className="text-ink-2">{t('leaf', { part: whole(part) })}</dt>
          <dd className="grid justify-items-end">
            {proof.coins.flatMap((coin, at) => {
              const amount = amounts[at] ?? '0';
              return /[1-9]/.test(amount)
                ? [
                    <span key={coin}>
                      <Figure value={amount} places={8} hidden={isHidden} />{' '}
                      <small className="text-12 text-ink-3">{coin}</small>
                    </span>,
                  ]
                : [];
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How this browser checked that the member's balances are in what the platform owes, and the file to check it elsewhere. */
export default function CountedDetail({ counted, isHidden }: DetailProps) {
  const t = useTranslations('proof');
  const { whole } = useLogWriting();
  const { proof, failed } = counted;
  const holds = failed === undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-2">
      <Note kind={holds ? 'ok' : 'bad'} icon={holds ? check : warn}>
        <b className="block">{holds ? t('holds') : t('fails', { step: whole(LIABILITY_STEPS.indexOf(failed) + 1) })}</b>
        {t(holds ? 'countedText' : 'failsText')}
      </Note>
      <Steps counted={counted} />
      {holds && (
        <>
          <Amounts counted={counted} isHidden={isHidden} />
          <Leaves counted={counted} isHidden={isHidden} />
        </>
      )}
      <dl className="text-13">
        <dt className="text-12 text-ink-3">{t('root')}</dt>
        <dd className="mono [overflow-wrap:anywhere] text-ink-2" dir="ltr">
          {proof.root}
        </dd>
      </dl>
      <Button kind="quiet" onClick={() => saveFile(fileOf(counted))}>
        <Icon of={download} size={20} />
        {t('saveProof')}
      </Button>
      <p className="text-12 text-ink-3">
        {t.rich('savedFor', {
          command: 'verify.py liabilities',
          v: (chunks) => (
            <bdi className="mono" dir="ltr">
              {chunks}
            </bdi>
          ),
        })}
      </p>
    </div>
  );
}
