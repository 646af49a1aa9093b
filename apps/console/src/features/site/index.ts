import { lazyPart } from '@plimsoll/ui';

/** Content, languages and settings of the site. */
export const BannersScreen = lazyPart(() => import('./banners-screen.tsx'));
export const ContentsScreen = lazyPart(() => import('./contents-screen.tsx'));
export const FriendsScreen = lazyPart(() => import('./friends-screen.tsx'));
export const LanguagesScreen = lazyPart(() => import('./languages-screen.tsx'));
export const SettingsScreen = lazyPart(() => import('./settings-screen.tsx'));
export const ScriptsScreen = lazyPart(() => import('./scripts-screen.tsx'));
