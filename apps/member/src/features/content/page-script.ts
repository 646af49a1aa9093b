import { queryClient } from '../../platform/query.ts';
import { keepApart } from '../../platform/router.tsx';
import { settingsQuery } from '../../platform/settings.ts';
import { isOpenTo } from './open-pages.ts';

/** Where the server serves the script that runs, and nothing else. */
const SOURCE = /^\/custom-script\.js\?v=[0-9a-f]+$/;

let hasRun = false;

/**
 * Runs the script that two owners approved, once in a document, on a page where it may be. What has run cannot be taken
 * back: from then on the pages that are to be without it are loaded as documents of their own, which it never enters.
 */
export async function runPageScript(pathname: string): Promise<void> {
  // What a browser kept of the settings may be from before the script was taken back.
  const { custom_script_src: source } = await queryClient.fetchQuery(settingsQuery);
  // Who went on meanwhile is on a page that asks for itself.
  if (hasRun || !SOURCE.test(source) || pathname !== location.pathname || !isOpenTo(pathname)) return;
  hasRun = true;
  keepApart((next) => !isOpenTo(next));
  const script = document.createElement('script');
  script.src = source;
  document.head.append(script);
}
