import type { Answer } from '@plimsoll/contract';
import { Icon } from '@plimsoll/ui';
import { right } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { usePartners } from './queries.ts';

type Partner = Answer<'getFriendList'>['list'][number];

/** Web addresses and paths of this site, never a script. */
const LEADS = /^(?:https?:\/\/|\/(?!\/))/i;

function PartnerLink({ partner: { title, img, url } }: { readonly partner: Partner }) {
  return (
    <a
      href={LEADS.test(url) ? url : undefined}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-14 items-center gap-3 rounded-md bg-surface px-3 py-2 active:bg-raised"
    >
      {img !== '' && (
        <img
          src={img}
          alt=""
          width={32}
          height={32}
          loading="lazy"
          decoding="async"
          className="size-8 flex-none rounded-sm object-contain"
        />
      )}
      <bdi className="min-w-0 flex-1 text-14 font-medium [overflow-wrap:anywhere]">{title}</bdi>
      <Icon of={right} size={16} flip className="text-ink-3" />
    </a>
  );
}

/** The platform's partners, at the foot of the page. */
export function Partners() {
  const t = useTranslations('content');
  const { data } = usePartners();
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="partners" className="border-t px-4 pb-6 pt-5">
      <h2 id="partners" className="text-15 font-semibold">
        {t('partners')}
      </h2>
      <ul className="mt-3 grid grid-cols-2 gap-2 @max-[22rem]:grid-cols-1">
        {data.map((partner) => (
          <li key={`${partner.url} ${partner.title}`}>
            <PartnerLink partner={partner} />
          </li>
        ))}
      </ul>
    </section>
  );
}
