import { SkeletonBlock, Button, Dialog, Empty, ErrorState, Loading } from '@plimsoll/ui';
import { Pane, SearchField } from '@plimsoll/ui/console';
import { useCanAccess } from 'ra-core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useProblemWords } from '../../platform/problem-words.ts';
import { SettingRow } from './setting-row.tsx';
import { SETTING_GROUPS, type SettingSpec } from './settings-spec.ts';
import { useSettingWords } from './setting-words.ts';
import { useSettingsDraft, type SettingChange } from './use-settings-draft.ts';

/**
 * Every setting of the site, what each does, and what it is. Nothing is sent before an owner has seen it before and
 * after.
 */
export default function SettingsScreen() {
  const t = useTranslations('console-settings');
  const c = useTranslations('console');
  const words = useProblemWords();
  const { canAccess: may } = useCanAccess({ resource: 'settings', action: 'edit' });
  const [address, setAddress] = useSearchParams();
  const [isAsked, setAsked] = useState(false);
  const { item, error, refetch, changes, problem, isPending, save, write, writtenOf, undo } = useSettingsDraft();
  const q = address.get('q') ?? '';
  if (error && !item)
    return (
      <ErrorState
        title={c('detail.failed')}
        text={words(error)}
        onRetry={() => {
          void refetch();
        }}
      />
    );
  if (!item)
    return (
      <Loading label={c('loading')}>
        <div className="grid gap-3 p-7">
          {Array.from({ length: 6 }, (_, at) => (
            <SkeletonBlock key={at} height={56} />
          ))}
        </div>
      </Loading>
    );
  const isFound = ({ name }: SettingSpec) =>
    [name, t(`fields.${name}.label`), t(`fields.${name}.help`)].some((text) =>
      text.toLowerCase().includes(q.trim().toLowerCase()),
    );
  const groups = SETTING_GROUPS.map(({ name, settings }) => ({
    name,
    settings: (settings as readonly SettingSpec[]).filter(isFound),
  })).filter(({ settings }) => settings.length > 0);
  const review = async () => {
    // What another owner changed meanwhile is what was before.
    await refetch();
    setAsked(true);
  };
  return (
    <div className="grid min-w-0 content-start gap-4 p-4 wide:px-7 wide:py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav aria-label={t('jump')} className="flex flex-wrap gap-x-4 gap-y-1">
          {groups.map(({ name }) => (
            <a key={name} href={`#${name}`} className="hit text-13 font-medium text-water">
              {t(`groups.${name}`)}
            </a>
          ))}
        </nav>
        <SearchField
          placeholder={t('find')}
          className="w-56 max-w-full"
          value={q}
          onChange={({ target }) => setAddress(target.value === '' ? {} : { q: target.value }, { replace: true })}
        />
      </div>
      {may === false && <p className="text-13 text-ink-3">{t('readOnly')}</p>}
      {groups.length === 0 && <Empty title={t('none')} />}
      <div className="columns-1 gap-4 beside:columns-2">
        {groups.map(({ name, settings }) => (
          <div key={name} id={name} className="mb-4 scroll-mt-4 break-inside-avoid">
            <Pane title={t(`groups.${name}`)}>
              <div className="divide-y divide-line">
                {settings.map((spec) => (
                  <SettingRow
                    key={spec.name}
                    spec={spec}
                    item={item}
                    written={writtenOf(spec)}
                    onWrite={(written) => write(spec.name, written)}
                    error={problem?.name === spec.name ? problem.words : undefined}
                    disabled={may !== true}
                    isChanged={changes.some((change) => change.spec.name === spec.name)}
                  />
                ))}
              </div>
            </Pane>
          </div>
        ))}
      </div>
      {may && changes.length > 0 && (
        <div className="lift sticky bottom-4 flex flex-wrap items-center justify-end gap-3 rounded-lg bg-raised px-4 py-3">
          <p role="status" className="me-auto font-medium">
            {t('changed', { count: changes.length })}
          </p>
          <Button kind="line" size="small" onClick={undo}>
            {t('undo')}
          </Button>
          <Button
            size="small"
            onClick={() => {
              void review();
            }}
          >
            {t('review')}
          </Button>
        </div>
      )}
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('confirmTitle')}
        cancel={t('back')}
        confirm={t('save')}
        busy={isPending}
        busyText={t('saving')}
        onConfirm={() => {
          void save(() => setAsked(false));
        }}
      >
        <Changes changes={changes} />
        <p className="mt-3">{t('confirmText')}</p>
      </Dialog>
    </div>
  );
}

/** What would be otherwise: as it is, and as it would be. */
function Changes({ changes }: { readonly changes: readonly SettingChange[] }) {
  const t = useTranslations('console-settings');
  const { say } = useSettingWords();
  return (
    <ul className="grid max-h-80 gap-2.5 overflow-y-auto">
      {changes.map(({ spec, before, after }) => (
        <li key={spec.name}>
          <p className="font-medium text-ink">{t(`fields.${spec.name}.label`)}</p>
          <p className="break-words">
            <span className="sr">{t('before')}: </span>
            <s className="text-ink-3">{say(spec, before)}</s>{' '}
            <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
              →
            </span>{' '}
            <span className="sr">{t('after')}: </span>
            <strong className="font-semibold text-ink">{say(spec, after)}</strong>
          </p>
        </li>
      ))}
    </ul>
  );
}
