import { ok, type Answer } from '@plimsoll/contract';
import { getBanner, getLangList, getSetting, setLang as setLangCall } from '@plimsoll/contract/site';
import { hotContent, publicRoute, type Route } from '../../platform/http/index.ts';
import { languagesAnswer, madeOnce, settingsAnswer } from './answers.ts';
import { setLang } from './set-lang.ts';
import type { AllSettings } from './settings.ts';

interface SiteRoutesDeps {
  readonly settings: () => AllSettings;
  readonly banners: () => Answer<'getBanner'>;
  readonly storeLanguage: (memberId: string, lang: string) => Promise<void>;
}

/** Binds the calls of the site; all but setLang are answered from ready-made content. */
export function siteRoutes({ settings, banners, storeLanguage }: SiteRoutesDeps): readonly Route[] {
  const languages = hotContent(languagesAnswer());
  const settingsContent = madeOnce(settingsAnswer);
  const bannersContent = madeOnce((list: Answer<'getBanner'>) => list);
  return [
    publicRoute(getSetting, async () => ok(settingsAnswer(settings())), { hot: () => settingsContent(settings()) }),
    publicRoute(getLangList, async () => ok(languagesAnswer()), { hot: () => languages }),
    publicRoute(getBanner, async () => ok(banners()), { hot: () => bannersContent(banners()) }),
    publicRoute(setLangCall, ({ lang }, { memberId }) => setLang(lang, memberId, storeLanguage)),
  ];
}
