import { ok, type Answer } from '@plimsoll/contract';
import {
  getBanner,
  getContentList,
  getFriendList,
  getLangList,
  getSetting,
  setLang as setLangCall,
} from '@plimsoll/contract/site';
import { publicRoute, type Route } from '../../platform/http/index.ts';
import { languagesAnswer, cacheEach, cacheLast, settingsAnswer } from './answers.ts';
import { setLang } from './set-lang.ts';
import type { AllSettings } from './settings.ts';
import { articlesFor, type SiteContent } from './site-content.ts';

interface SiteRoutesDeps {
  readonly settings: () => AllSettings;
  readonly content: () => SiteContent;
  readonly storeLanguage: (memberId: string, lang: string) => Promise<void>;
}

const same = <T>(value: T): T => value;

/** Binds the calls of the site; all but setLang answer cached content. */
export function siteRoutes({ settings, content, storeLanguage }: SiteRoutesDeps): readonly Route[] {
  const languages = cacheLast(languagesAnswer);
  const settingsContent = cacheLast(settingsAnswer);
  const banners = cacheLast<SiteContent['banners']>(same);
  const contents = cacheEach<Answer<'getContentList'>>(same);
  const friends = cacheLast<SiteContent['friends']>(same);
  return [
    publicRoute(getSetting, async () => ok(settingsAnswer(settings())), { hot: () => settingsContent(settings()) }),
    publicRoute(getLangList, async () => ok(languagesAnswer(content().languages)), {
      hot: () => languages(content().languages),
    }),
    publicRoute(getBanner, async () => ok(content().banners), { hot: () => banners(content().banners) }),
    publicRoute(getContentList, async (_input, { lang }) => ok(articlesFor(content(), lang)), {
      hot: (_fields, lang) => contents(articlesFor(content(), lang)),
    }),
    publicRoute(getFriendList, async () => ok(content().friends), { hot: () => friends(content().friends) }),
    publicRoute(setLangCall, ({ lang }, { memberId }) =>
      setLang(lang, { memberId, offered: content().languages, store: storeLanguage }),
    ),
  ];
}
