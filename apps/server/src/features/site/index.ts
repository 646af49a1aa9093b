/** The site: settings, languages, banners, articles, friends (docs/wire/site.md). */
export { createSite, type Site } from './create-site.ts';
export { siteAudits } from './audit.ts';
export { seedArticles } from './seed-articles.ts';
export { SettingsStore } from './settings-store.ts';
export { defaultSettings, type AllSettings } from './settings.ts';
