import type { SettingsItem } from '@plimsoll/contract/operator';
import { SkeletonBlock, Button, Dialog, Empty, ErrorState, Loading } from '@plimsoll/ui';
import { Pane, SearchField } from '@plimsoll/ui/console';
import { useCanAccess } from 'ra-core';
import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useProblemWords } from '../../platform/problem-words.ts';
import { SettingRow } from './setting-row.tsx';
import { SETTING_GROUPS, type SettingSpec } from './settings-spec.ts';
import { useSettingWords } from './setting-words.ts';
import { useSettingsDraft, type SettingChange } from './use-settings-draft.ts';

/** What is searched for: as it is typed here at once, in the address once that has followed. */
function useFound(): readonly [string, (typed: string) => void] {
  const [address, setAddress] = useSearchParams();
  const { key } = useLocation();
  const step = useNavigationType();
  const [{ typed, at }, setTyped] = useState({ typed: address.get('q') ?? '', at: key });
  // A step that was not written here, as by a link or back, is the text.
  if (at !== key) setTyped({ typed: step === NavigationType.Replace ? typed : (address.get('q') ?? ''), at: key });
  return [
    typed,
    (next) => {
      setTyped({ typed: next, at });
      setAddress(next === '' ? {} : { q: next }, { replace: true });
    },
  ];
}

/** All settings. A change is confirmed before it is sent. */
export default function SettingsScreen() {
  const t = useTranslations('console-settings');
  const c = useTranslations('console');
  const words = useProblemWords();
  const { canAccess: may } = useCanAccess({ resource: 'settings', action: 'edit' });
  const [q, find] = useFound();
  const [isAsked, setAsked] = useState(false);
  const draft = useSettingsDraft();
  const { item, error, refetch, changes, undo } = draft;
  if (error && !item)
    return <ErrorState title={c('detail.failed')} text={words(error)} onRetry={() => void refetch()} />;
  if (!item) return <SettingsSkeleton />;
  const isFound = ({ name }: SettingSpec) =>
    [name, t(`fields.${name}.label`), t(`fields.${name}.help`)].some((text) =>
      text.toLowerCase().includes(q.trim().toLowerCase()),
    );
  const groups = SETTING_GROUPS.map(({ name, settings }) => ({
    name,
    settings: (settings as readonly SettingSpec[]).filter(isFound),
  })).filter(({ settings }) => settings.length > 0);
  const review = async () => {
    // Another owner may have changed them.
    await refetch();
    setAsked(true);
  };
  return (
    <div className="grid min-w-0 content-start gap-4 p-4 wide:px-7 wide:py-5">
      <SettingsHead names={groups.map(({ name }) => name)} q={q} onFind={find} />
      {may === false && <p className="text-13 text-ink-3">{t('readOnly')}</p>}
      {groups.length === 0 && <Empty title={t('none')} />}
      <div className="columns-1 gap-4 beside:columns-2">
        {groups.map(({ name, settings }) => (
          <div key={name} id={name} className="mb-4 scroll-mt-4 break-inside-avoid">
            <SettingGroup name={name} settings={settings} item={item} draft={draft} disabled={may !== true} />
          </div>
        ))}
      </div>
      {may && changes.length > 0 && <ChangesBar count={changes.length} onUndo={undo} onReview={() => void review()} />}
      <Confirm isAsked={isAsked} onClose={() => setAsked(false)} draft={draft} />
    </div>
  );
}

type GroupName = (typeof SETTING_GROUPS)[number]['name'];

function SettingsHead({
  names,
  q,
  onFind,
}: {
  readonly names: readonly GroupName[];
  readonly q: string;
  readonly onFind: (typed: string) => void;
}) {
  const t = useTranslations('console-settings');
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label={t('jump')} className="flex flex-wrap gap-x-4 gap-y-1">
        {names.map((name) => (
          <a key={name} href={`#${name}`} className="hit text-13 font-medium text-water">
            {t(`groups.${name}`)}
          </a>
        ))}
      </nav>
      <SearchField
        placeholder={t('find')}
        className="w-56 max-w-full"
        value={q}
        onChange={({ target }) => onFind(target.value)}
      />
    </div>
  );
}

interface SettingGroupProps {
  readonly name: GroupName;
  readonly settings: readonly SettingSpec[];
  readonly item: SettingsItem;
  readonly draft: ReturnType<typeof useSettingsDraft>;
  readonly disabled: boolean;
}

function SettingGroup({ name, settings, item, draft, disabled }: SettingGroupProps) {
  const t = useTranslations('console-settings');
  return (
    <Pane title={t(`groups.${name}`)}>
      <div className="divide-y divide-line">
        {settings.map((spec) => (
          <SettingRow
            key={spec.name}
            spec={spec}
            item={item}
            written={draft.writtenOf(spec)}
            onWrite={(written) => draft.write(spec.name, written)}
            error={draft.problem?.name === spec.name ? draft.problem.words : undefined}
            disabled={disabled}
            isChanged={draft.changes.some((change) => change.spec.name === spec.name)}
          />
        ))}
      </div>
    </Pane>
  );
}

function ChangesBar({
  count,
  onUndo,
  onReview,
}: {
  readonly count: number;
  readonly onUndo: () => void;
  readonly onReview: () => void;
}) {
  const t = useTranslations('console-settings');
  return (
    <div className="lift sticky bottom-4 flex flex-wrap items-center justify-end gap-3 rounded-lg bg-raised px-4 py-3">
      <p role="status" className="me-auto font-medium">
        {t('changed', { count })}
      </p>
      <Button kind="line" size="small" onClick={onUndo}>
        {t('undo')}
      </Button>
      <Button size="small" onClick={onReview}>
        {t('review')}
      </Button>
    </div>
  );
}

function SettingsSkeleton() {
  const c = useTranslations('console');
  return (
    <Loading label={c('loading')}>
      <div className="grid gap-3 p-7">
        {Array.from({ length: 6 }, (_, at) => (
          <SkeletonBlock key={at} height={56} />
        ))}
      </div>
    </Loading>
  );
}

interface ConfirmProps {
  readonly isAsked: boolean;
  readonly onClose: () => void;
  readonly draft: ReturnType<typeof useSettingsDraft>;
}

function Confirm({ isAsked, onClose, draft: { changes, isPending, save } }: ConfirmProps) {
  const t = useTranslations('console-settings');
  return (
    <Dialog
      open={isAsked}
      onClose={onClose}
      title={t('confirmTitle')}
      cancel={t('back')}
      confirm={t('save')}
      busy={isPending}
      busyText={t('saving')}
      onConfirm={() => void save(onClose)}
    >
      <Changes changes={changes} />
      <p className="mt-3">{t('confirmText')}</p>
    </Dialog>
  );
}

function Changes({ changes }: { readonly changes: readonly SettingChange[] }) {
  const t = useTranslations('console-settings');
  const { valueText } = useSettingWords();
  return (
    <ul className="grid max-h-80 gap-2.5 overflow-y-auto">
      {changes.map(({ spec, before, after }) => (
        <li key={spec.name}>
          <p className="font-medium text-ink">{t(`fields.${spec.name}.label`)}</p>
          <p className="break-words">
            <span className="sr">{t('before')}: </span>
            <s className="text-ink-3">{valueText(spec, before)}</s>{' '}
            <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
              →
            </span>{' '}
            <span className="sr">{t('after')}: </span>
            <strong className="font-semibold text-ink">{valueText(spec, after)}</strong>
          </p>
        </li>
      ))}
    </ul>
  );
}
