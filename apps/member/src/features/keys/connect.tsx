import { Icon, IconButton } from '@plimsoll/ui';
import { copy } from '@plimsoll/ui/icons-screens';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useCopied } from '../security/index.ts';
import { ccxtSetUp, programsAddress } from './programs-address.ts';

/** A text to copy, under its name. */
export function Copied({ name, text }: { readonly name: string; readonly text: string }) {
  const t = useTranslations('keys');
  const copied = useCopied();
  return (
    <div className="grid gap-1.5">
      <p className="text-13 text-ink-2">{name}</p>
      <div className="flex min-h-12 items-center gap-2 rounded-md bg-surface ps-3.5">
        <code dir="ltr" className="mono min-w-0 flex-1 py-2.5 text-14 [overflow-wrap:anywhere] rtl:text-right">
          {text}
        </code>
        <IconButton label={t('copyNamed', { name })} className="text-water" onClick={() => copied(text)}>
          <Icon of={copy} size={20} />
        </IconButton>
      </div>
    </div>
  );
}

const mono = (name: ReactNode) => <span className="mono">{name}</span>;

/** Where programs connect, and how ccxt is set up for it. */
export function Connect({ access, isByCcxt = true }: { readonly access: string; readonly isByCcxt?: boolean }) {
  const t = useTranslations('keys');
  const copied = useCopied();
  const id = useId();
  const setUp = ccxtSetUp(access);
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={id} className="text-17 font-semibold">
        {t('connect')}
      </h2>
      <Copied name={t('address')} text={programsAddress()} />
      {isByCcxt && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <p id={`${id}-ccxt`} className="text-13 text-ink-2">
            {t.rich('connectText', { library: 'ccxt', name: mono })}
          </p>
          <div className="flex items-start gap-2 rounded-md bg-surface ps-3.5">
            <pre
              dir="ltr"
              role="group"
              aria-labelledby={`${id}-ccxt`}
              className="mono min-w-0 flex-1 py-3 text-12 whitespace-pre-wrap [overflow-wrap:anywhere]"
            >
              {setUp}
            </pre>
            <IconButton label={t('copyNamed', { name: 'ccxt' })} className="text-water" onClick={() => copied(setUp)}>
              <Icon of={copy} size={20} />
            </IconButton>
          </div>
        </div>
      )}
    </section>
  );
}
