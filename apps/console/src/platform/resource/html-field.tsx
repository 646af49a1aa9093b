import { LongField } from '@plimsoll/ui/console';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Cleaned } from './clean-html.ts';

interface HtmlFieldProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly help: ReactNode;
  readonly disabled: boolean;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

/** An article in HTML with its preview. */
export function HtmlField({ value, onChange, ...rest }: HtmlFieldProps) {
  const t = useTranslations('console');
  const clean = useCleaned(value);
  return (
    <div className="grid gap-2.5">
      <LongField
        {...rest}
        help={rest.help ?? t('html.help')}
        value={value}
        dir="auto"
        rows={9}
        className="mono block w-full resize-y text-13"
        onChange={(event) => onChange(event.target.value)}
      />
      <section aria-label={t('html.preview')} className="grid gap-1.5">
        <h3 className="text-13 text-ink-2">{t('html.preview')}</h3>
        {clean === undefined || clean.isEmpty ? (
          <p className="rounded-md bg-raised px-3.5 py-3 text-13 text-ink-3">{t('html.nothing')}</p>
        ) : (
          // As nodes: the page's policy forbids HTML from text.
          <div
            dir="auto"
            className="article rounded-md bg-raised px-3.5 py-3 [&_a]:underline"
            ref={(box) => {
              box?.replaceChildren(clean.tree.cloneNode(true));
            }}
          />
        )}
        <p role="status" className="text-12 text-ink-3">
          {clean?.isLess === true ? t('html.takenOut') : ''}
        </p>
      </section>
    </div>
  );
}

/** The sanitised HTML, once the sanitiser is loaded. */
function useCleaned(html: string) {
  const [clean, setClean] = useState<Cleaned>();
  useEffect(() => {
    let isOld = false;
    void import('./clean-html.ts').then(({ cleaned }) => {
      if (!isOld) setClean(cleaned(html));
    });
    return () => {
      isOld = true;
    };
  }, [html]);
  return clean;
}
