import { queryClient } from '../../platform/query.ts';
import { reloadOn } from '../../platform/router.tsx';
import { settingsQuery } from '../../platform/settings.ts';
import { isOpenTo } from './open-pages.ts';

/** Where the server serves the approved script. */
const SOURCE = /^\/custom-script\.js\?v=[0-9a-f]+$/;

let hasRun = false;

/**
 * Runs the script that two owners approved, once in a document. From then on pages without it are loaded as
 * documents of their own.
 */
export async function runPageScript(pathname: string): Promise<void> {
  // Cached settings may name a script that was withdrawn.
  const { custom_script_src: source } = await queryClient.fetchQuery(settingsQuery);
  // The reader may have gone to another page meanwhile.
  if (hasRun || !SOURCE.test(source) || pathname !== location.pathname || !isOpenTo(pathname)) return;
  hasRun = true;
  reloadOn((next) => !isOpenTo(next));
  const script = document.createElement('script');
  script.src = source;
  document.head.append(script);
}
