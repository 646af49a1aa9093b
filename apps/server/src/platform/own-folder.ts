import { chmod, mkdir, readdir, stat } from 'node:fs/promises';

const OWN = 0o700;
const OTHERS = 0o077;
/** What the server writes into its data folder. */
const OURS = /^(?:postgres(?:\..+)?|secret|mail|sms|uploads)$/;

/** Makes a folder that nobody else may look into, or leaves the one that is there as it is. */
export const makeOwnFolder = (folder: string): Promise<string | undefined> =>
  mkdir(folder, { recursive: true, mode: OWN });

/**
 * The same, and closes one that is there to others, as those of older versions stood open. A folder that holds anything
 * but what the server writes was not made for it alone: that one is left as it is.
 */
export async function closeOwnFolder(
  folder: string,
  isOurs: (name: string) => boolean = (name) => OURS.test(name),
): Promise<void> {
  if ((await makeOwnFolder(folder)) !== undefined) return;
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0 || !(await readdir(folder)).every(isOurs)) return;
  // Where another user owns it, as on a mounted disk, it is theirs to close.
  await chmod(folder, OWN).catch(() => {});
}
