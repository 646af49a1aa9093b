import { lazy } from 'react';

/** What visitors are shown, in which languages, and how the site behaves. */
export const BannersScreen = lazy(() => import('./banners-screen.tsx'));
export const ContentsScreen = lazy(() => import('./contents-screen.tsx'));
export const FriendsScreen = lazy(() => import('./friends-screen.tsx'));
export const LanguagesScreen = lazy(() => import('./languages-screen.tsx'));
export const SettingsScreen = lazy(() => import('./settings-screen.tsx'));
export const ScriptsScreen = lazy(() => import('./scripts-screen.tsx'));
