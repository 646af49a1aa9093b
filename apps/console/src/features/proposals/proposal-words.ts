import type { ProposalItem } from '@plimsoll/contract/operator';
import { useReading } from '@plimsoll/ui';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { languageName, namesOf } from '../../platform/resource/index.ts';
import { wordsOf } from '../../platform/words-of.ts';
import { shortAmount } from './short-amount.ts';

/** A field with its current and proposed value. */
interface FieldChange {
  readonly name: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly isOther: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Begins the field of a name in another language, before its code. */
const NAME_IN = 'names.';
/** Fields that are not shown. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['id', 'sort', 'proposal', 'unseen']);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A list of words as text; undefined of anything else. */
const listText = (value: unknown): string | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(', ') : undefined;

/** Names in other languages as fields of their own, so that they stand side by side. */
function withNames(fields: Fields): Fields {
  const { names, ...others } = fields;
  return names === undefined
    ? fields
    : { ...others, ...Object.fromEntries(namesOf(names).map(({ lang, name }) => [`${NAME_IN}${lang}`, name])) };
}

const shownFields = (before: Fields | null, after: Fields): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])].filter((name) => !HIDDEN_FIELDS.has(name));

/** Words for a proposal: its title, and its changes. */
export function useProposalWords() {
  const t = useTranslations('console-proposals');
  const c = useTranslations('console');
  const settings = useTranslations('console-settings');
  const { language } = useReading();
  return useMemo(() => {
    const labelOf = (kind: ProposalItem['kind'], name: string): string => {
      if (name.startsWith(NAME_IN)) return t('nameIn', { language: languageName(name.slice(NAME_IN.length)) });
      const setting = kind === 'settings' ? wordsOf(settings, `fields.${name}.label`) : undefined;
      return setting ?? wordsOf(t, `fields.${name}`) ?? name;
    };
    const valueOf = (name: string, value: unknown): string => {
      if (value === undefined || value === null || value === '') return t('nothing');
      const role = name === 'role' && typeof value === 'string' ? wordsOf(c, `roles.${value}`) : undefined;
      if (role !== undefined) return role;
      if (value === 0 || value === 1)
        return name === 'enabled' ||
          name === 'totp' ||
          name === 'frozen' ||
          name.endsWith('_switch') ||
          name.startsWith('identity_')
          ? t(value === 1 ? 'yes' : 'no')
          : String(value);
      return typeof value === 'string' ? shortAmount(value, language) : (listText(value) ?? JSON.stringify(value));
    };
    const changesOf = (proposal: ProposalItem): FieldChange[] => {
      const [before, after] = [proposal.before && withNames(proposal.before), withNames(proposal.after)];
      return shownFields(before, after).map((name) => {
        const [was, is] = [before === null ? t('new') : valueOf(name, before[name]), valueOf(name, after[name])];
        return { name, label: labelOf(proposal.kind, name), before: was, after: is, isOther: was !== is };
      });
    };
    return {
      changesOf,
      /** `Option terms 8`, `Correction of 12.4 USDT` */
      title: ({ kind, what, name, ref, after }: ProposalItem): string => {
        const thing = name === '' ? ref : name;
        if (kind === 'corrections' || kind === 'house-postings' || kind === 'recharges') {
          const amount = `${shortAmount(textOf(after['amount'] ?? after['num']), language)} ${textOf(after['coinName'])}`;
          return t(`titles.${kind}`, { amount, name: thing });
        }
        if (kind === 'members') return t(what === 'reset' ? 'titles.membersReset' : 'titles.members', { name: thing });
        const made = textOf(
          after['username'] ?? after['coin_net'] ?? after['seconds'] ?? after['title'] ?? after['symbol'],
        );
        return t(`titles.${kind}`, { what: t(`whats.${what}`), name: thing === '' ? made : thing });
      },
      /** The changes in one line. */
      line: (proposal: ProposalItem): string => {
        if (proposal.remark !== '') return proposal.remark;
        const [first, ...more] = changesOf(proposal).filter(({ isOther }) => isOther);
        if (!first) return '';
        const change =
          proposal.before === null
            ? `${first.label}: ${first.after}`
            : t('instead', { name: first.label, after: first.after, before: first.before });
        return more.length === 0 ? change : t('andMore', { change, count: more.length });
      },
    };
  }, [t, c, settings, language]);
}
