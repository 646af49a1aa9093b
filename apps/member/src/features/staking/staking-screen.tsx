import { Bone, Button, Empty, ErrorState, Icon, Loading, Note, showToast } from '@plimsoll/ui';
import { orders } from '@plimsoll/ui/icons-screens';
import { info } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../platform/draft.ts';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { openService, PageHeader } from '../site/index.ts';
import { ProjectCard } from './project-card.tsx';
import { useProjects } from './queries.ts';
import { formAt, type StakeForm } from './stake-form.ts';

/** What is being written: which card is open, and each card's form. */
interface Writing {
  readonly openId: number | undefined;
  readonly forms: Readonly<Record<number, StakeForm>>;
}

function Projects() {
  const t = useTranslations('staking');
  const kit = useTranslations('app.kit');
  const app = useTranslations('app');
  const settings = useSettings();
  const { data, isError, isPaused, refetch } = useProjects();
  const [{ openId, forms }, write] = useDraft<Writing>(() => ({ openId: undefined, forms: {} }));
  const isOn = settings.staking_switch === 1;
  const ask = () => { if (!openService(settings)) showToast('bad', app('contactService')); };
  if (!data) {
    if (isError || isPaused) return <ErrorState title={t('failed')} text={t('failedText')} onRetry={() => void refetch()} className="pt-16" />;
    return <Loading label={kit('loading')}><div className="grid gap-3 px-4 pt-1">{Array.from({ length: 3 }, (_, row) => <Bone key={row} height={176} />)}</div></Loading>;
  }
  if (data.length === 0) return <Empty title={t('none')} text={t('noneText')} className="pt-16"><Button kind="quiet" className="mt-3" onClick={ask}>{t('contact')}</Button></Empty>;
  return (
    <div className="grid gap-3 px-4 pb-6 pt-1">
      {!isOn && <Note kind="warn" icon={info}>{t('off')}</Note>}
      {data.map((project) => (
        <ProjectCard
          key={project.id}
          project={project}
          canJoin={isOn}
          form={forms[project.id]}
          isOpen={openId === project.id}
          onOpen={() => write((now) => ({ ...now, openId: project.id }))}
          onWrite={(next) => write((now) => ({ ...now, forms: { ...now.forms, [project.id]: next(now.forms[project.id] ?? formAt(project)) } }))}
        />
      ))}
    </div>
  );
}

/** /staking: coins to stake, each with its form. The way to what is staked is shown where the site says so. */
export default function StakingScreen() {
  const t = useTranslations('staking');
  const { staking_list_switch } = useSettings();
  return (
    <>
      <PageHeader title={t('title')} canGoBack>
        {staking_list_switch === 1 && <Link to="/staking-list" aria-label={t('list.title')} className="-me-2.5 grid size-11 flex-none place-items-center rounded-md"><Icon of={orders} /></Link>}
      </PageHeader>
      <Projects />
    </>
  );
}
