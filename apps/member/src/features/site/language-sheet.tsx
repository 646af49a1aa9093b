import { languageOf, type LanguageCode } from '@plimsoll/i18n';
import { SkeletonBlock, ErrorState, Icon, Loading, Sheet, showToast, SwitchMark } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { get } from '../../platform/client.ts';
import { asLanguageCode, chooseByHand, useNativeDigits, useSpoken } from '../../platform/language.ts';
import { refusedWords } from '../../platform/refused.ts';
import { queryClient } from '../../platform/query.ts';

interface Offered {
  readonly code: LanguageCode;
  readonly name: string;
}

const fetchLanguages = async (): Promise<Offered[]> => {
  const list = await get('getLangList', {}, { quiet: true });
  return list.flatMap(({ file_name, language_name }) => {
    const code = asLanguageCode(file_name);
    return code ? [{ code, name: language_name }] : [];
  });
};

interface LanguageRowProps {
  readonly language: Offered;
  readonly isSpoken: boolean;
  readonly isUnderWay: boolean;
  readonly disabled: boolean;
  readonly onChoose: () => void;
}

function LanguageRow({ language: { code, name }, isSpoken, isUnderWay, disabled, onChoose }: LanguageRowProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isSpoken ? 'true' : undefined}
        disabled={disabled}
        onClick={onChoose}
        className="flex min-h-13 w-full items-center justify-between gap-3 aria-[current]:font-semibold"
      >
        <bdi lang={languageOf(code).tag}>{name}</bdi>
        {isUnderWay ? <span className="spin" /> : isSpoken && <Icon of={check} size={20} className="text-water" />}
      </button>
    </li>
  );
}

/** Choosing a language: `underWay` until its words are there. */
function useChoose(onClose: () => void) {
  const t = useTranslations('app');
  const [underWay, setUnderWay] = useState<LanguageCode | null>(null);
  const choose = async (next: LanguageCode) => {
    if (underWay) return;
    setUnderWay(next);
    try {
      await chooseByHand(next);
      onClose();
      // The server's words follow when they are next read; the choice stands even when this call fails.
      await get('setLang', { lang: next }, { quiet: true, announce: true }).catch(() => undefined);
      await queryClient.invalidateQueries();
    } catch {
      showToast('bad', t('connection.failed'));
    } finally {
      setUnderWay(null);
    }
  };
  return { underWay, choose };
}

/** The languages of the site, one to be chosen. */
export default function LanguageSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTranslations('app');
  const { code } = useSpoken();
  const digits = useNativeDigits();
  const { underWay, choose } = useChoose(onClose);
  const languages = useQuery({ queryKey: ['getLangList'], queryFn: fetchLanguages, staleTime: 600_000, enabled: open });

  return (
    <Sheet open={open} onClose={onClose} title={t('language.title')}>
      {languages.isPending && (
        <Loading label={t('kit.loading')}>
          {Array.from({ length: 8 }, (_, row) => (
            <SkeletonBlock key={row} height={14} width={110 + ((row * 37) % 70)} className="my-4.5" />
          ))}
        </Loading>
      )}
      {languages.isError && (
        <ErrorState
          title={t('kit.loadFailed')}
          text={refusedWords(languages.error)}
          onRetry={() => void languages.refetch()}
        />
      )}
      {digits.isChoice && (
        <button
          type="button"
          role="switch"
          aria-checked={digits.on}
          onClick={() => digits.set(!digits.on)}
          className="flex min-h-13 w-full items-center justify-between gap-3 border-b"
        >
          {t('language.nativeDigits')}
          <SwitchMark on={digits.on} />
        </button>
      )}
      <ul className="rows">
        {languages.data?.map((each) => (
          <LanguageRow
            key={each.code}
            language={each}
            isSpoken={each.code === code}
            isUnderWay={underWay === each.code}
            disabled={underWay !== null}
            onChoose={() => void choose(each.code)}
          />
        ))}
      </ul>
    </Sheet>
  );
}
