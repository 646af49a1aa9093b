import type { SettingsItem } from '@plimsoll/contract/operator';
import { useGetOne, useNotify, useUpdate, type RaRecord } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { proposalIn } from '../../platform/data-provider.ts';
import { fieldOf } from '../../platform/problem.ts';
import { useProblemWords } from '../../platform/problem-words.ts';
import { ALL_SETTINGS, sentOf, writtenOf, type SettingSpec } from './settings-spec.ts';

type Row = SettingsItem & RaRecord;

/** A changed setting. */
export interface SettingChange {
  readonly spec: SettingSpec;
  readonly before: string;
  readonly after: string;
}

const changesOf = (item: SettingsItem, draft: Readonly<Record<string, string>>): SettingChange[] =>
  ALL_SETTINGS.flatMap((spec): SettingChange[] => {
    const before = writtenOf(spec, item);
    const after = draft[spec.name] ?? before;
    return JSON.stringify(sentOf(spec.kind, after)) === JSON.stringify(sentOf(spec.kind, before))
      ? []
      : [{ spec, before, after }];
  });

/** The settings, and the owner's unsent changes. */
export function useSettingsDraft() {
  const t = useTranslations('console-settings');
  const c = useTranslations('console');
  const navigate = useNavigate();
  const words = useProblemWords();
  const notify = useNotify();
  const { data: item, error, refetch } = useGetOne<Row>('settings', { id: 'settings' }, { retry: false });
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<{ readonly name: string; readonly words: string }>();
  const [update, { isPending }] = useUpdate<Row>();

  const changes = item ? changesOf(item, draft) : [];
  const save = async (onSettled: () => void): Promise<void> => {
    if (!item) return;
    const data = Object.fromEntries(changes.map(({ spec, after }) => [spec.name, sentOf(spec.kind, after)]));
    await update(
      'settings',
      { id: 'settings', data, previousData: item },
      {
        mutationMode: 'pessimistic',
        onSuccess: (saved) => {
          setDraft({});
          const proposal = proposalIn(saved);
          if (proposal !== undefined) {
            notify(c('form.proposed'), { type: 'success' });
            void navigate(`/proposals/${proposal}`);
            return;
          }
          notify(t('saved'), { type: 'success' });
        },
        onError: (failure) => {
          const name = fieldOf(failure);
          if (name === undefined) notify(words(failure), { type: 'error' });
          else {
            setProblem({ name, words: words(failure) });
            document.getElementById(`setting-${name}`)?.scrollIntoView({ block: 'center' });
          }
        },
        onSettled,
      },
    );
  };
  return {
    item,
    error,
    refetch,
    changes,
    problem,
    isPending,
    save,
    write: (name: string, written: string) => {
      if (problem?.name === name) setProblem(undefined);
      setDraft((before) => ({ ...before, [name]: written }));
    },
    writtenOf: (spec: SettingSpec) => draft[spec.name] ?? (item ? writtenOf(spec, item) : ''),
    undo: () => {
      setDraft({});
      setProblem(undefined);
    },
  };
}
