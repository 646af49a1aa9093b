import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Control, Fraud } from './fraud.ts';
import type { Scene } from './scene.ts';

// Fraud 26: the app that is served, against the build in the log.

const VERIFY_FOLDER = fileURLToPath(new URL('../../verify', import.meta.url));
const APP: Readonly<Record<string, string>> = { '/index.html': 'a page', '/assets/app.js': 'code' };

/** Starts a process that serves this app, so that its build is in the copy's log. */
async function built({ world }: Scene): Promise<void> {
  const appFolder = join(world.folder, 'app');
  for (const [path, content] of Object.entries(APP)) {
    await mkdir(dirname(join(appFolder, path)), { recursive: true });
    await writeFile(join(appFolder, path), content);
  }
  const process = await world.process({ built: { appFolder, verifyFolder: VERIFY_FOLDER } });
  await process.worker.catchUp();
}

const looked = async (scene: Scene, files: typeof APP): Promise<readonly string[]> =>
  scene.log(undefined, '--app', await scene.appUrl(files));

export const OTHER_BUILD: Fraud = {
  number: 26,
  what: 'a served build whose hash is not in the log',
  planted: 'between server and verifier',
  async commit(scene) {
    await built(scene);
    return [
      {
        at: 'another file',
        args: await looked(scene, { ...APP, '/assets/app.js': 'code that steals' }),
        wrong: 'build',
      },
      {
        at: 'a page that loads one more',
        args: await looked(scene, { ...APP, '/index.html': 'a page with a script', '/assets/more.js': 'steals' }),
        wrong: 'build',
      },
    ];
  },
};

export const SAME_BUILD: Control = {
  what: 'the app served as its build in the log has it',
  async happen(scene) {
    await built(scene);
    return [await looked(scene, APP)];
  },
};
