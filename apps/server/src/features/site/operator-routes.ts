import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import { changeSettings as changeSettingsCall, readSettings } from '@plimsoll/contract/operator/settings';
import * as calls from '@plimsoll/contract/operator/site';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { changingSettings, settingsItem } from './change-settings.ts';
import { changeLanguage, findLanguage, listLanguages } from './languages.ts';
import type { Proposals } from '../proposals/index.ts';
import { findScript, scriptPage } from './script-store.ts';
import { approveScript, proposeScript, revokeScript } from './scripts.ts';
import type { SettingsStore } from './settings-store.ts';
import { banners, contents, friends } from './shown-tables.ts';
import { changeShown, createShown, type ShowingDeps } from './write-shown.ts';

interface SiteOperatorDeps extends ShowingDeps {
  readonly settings: SettingsStore;
  readonly proposals: Proposals;
}

const orNotFound = <T>(value: T | undefined): OperatorResult<T> =>
  value === undefined ? refuseOperator('not_found') : { ok: true, value };

/** Binds the console's calls of the site. */
export function siteOperatorRoutes(deps: SiteOperatorDeps): readonly OperatorRoute[] {
  const { db, proposals } = deps;
  proposals.delegate('scripts', ({ verdict, ...decision }, context) =>
    verdict === 'approve' ? approveScript(decision, context, deps) : revokeScript(decision, context, deps),
  );
  return [
    operatorRoute(calls.listBanners, async (input) => ({ ok: true, value: await banners.list(db, input) })),
    operatorRoute(calls.readBanner, async ({ id }) => orNotFound(await banners.find(db, id))),
    operatorRoute(calls.createBanner, (input, context) => createShown(banners, input, context, deps)),
    operatorRoute(calls.changeBanner, (input, context) => changeShown(banners, input, context, deps)),
    operatorRoute(calls.listContents, async (input) => ({ ok: true, value: await contents.list(db, input) })),
    operatorRoute(calls.readContent, async ({ id }) => orNotFound(await contents.find(db, id))),
    operatorRoute(calls.createContent, (input, context) => createShown(contents, input, context, deps)),
    operatorRoute(calls.changeContent, (input, context) => changeShown(contents, input, context, deps)),
    operatorRoute(calls.listFriends, async (input) => ({ ok: true, value: await friends.list(db, input) })),
    operatorRoute(calls.readFriend, async ({ id }) => orNotFound(await friends.find(db, id))),
    operatorRoute(calls.createFriend, (input, context) => createShown(friends, input, context, deps)),
    operatorRoute(calls.changeFriend, (input, context) => changeShown(friends, input, context, deps)),
    operatorRoute(calls.listLanguages, async (input) => ({ ok: true, value: await listLanguages(db, input) })),
    operatorRoute(calls.readLanguage, async ({ id }) => orNotFound(await findLanguage(db, id))),
    operatorRoute(calls.changeLanguage, (input, context) => changeLanguage(input, context, deps)),
    // From the database: another process may have changed them just now.
    operatorRoute(readSettings, async () => ({ ok: true, value: settingsItem(await deps.settings.readWithin(db)) })),
    operatorRoute(changeSettingsCall, changingSettings(deps)),
    operatorRoute(calls.listScripts, async (input) => ({ ok: true, value: await scriptPage(db, input) })),
    operatorRoute(calls.readScript, async ({ id }) => orNotFound(await findScript(db, id))),
    operatorRoute(calls.proposeScript, ({ content }, context) => proposeScript(content, context, deps)),
    operatorRoute(calls.approveScript, (input, context) => approveScript(input, context, deps)),
    operatorRoute(calls.revokeScript, (input, context) => revokeScript(input, context, deps)),
  ];
}
