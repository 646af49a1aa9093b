import { spawnSync } from 'node:child_process';

/** The user nobody: PostgreSQL refuses to run as root. */
const NOBODY = 65534;

const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
const DIE_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT', '--'];

/** As whom a PostgreSQL program runs, and what stands before its name on the command line. */
export interface RunAs {
  readonly prefix: readonly string[];
  /** Numeric user and group to change to, and to give the data folder to. */
  readonly user?: number;
  /** The kernel interrupts the program when this process ends, however it ends. */
  readonly diesWithParent: boolean;
}

const succeeds = (command: readonly string[]): boolean =>
  spawnSync(command[0] ?? '', command.slice(1), { stdio: 'ignore' }).status === 0;

/**
 * Chooses how to run PostgreSQL here: directly as an ordinary user; as root in a user namespace that shows root as
 * nobody, so that files stay root's own; or, where namespaces are forbidden, as nobody.
 * @param works tells whether a command can be run, here by running it.
 */
export function chooseRunAs(isRoot: boolean, works: (command: readonly string[]) => boolean = succeeds): RunAs {
  if (isRoot && works([...NAMESPACE, ...DIE_WITH_PARENT, 'true']))
    return { prefix: [...NAMESPACE, ...DIE_WITH_PARENT], diesWithParent: true };
  const diesWithParent = works([...DIE_WITH_PARENT, 'true']);
  const prefix = diesWithParent ? DIE_WITH_PARENT : [];
  if (!isRoot) return { prefix, diesWithParent };
  if (works([...NAMESPACE, 'true'])) return { prefix: [...NAMESPACE, ...prefix], diesWithParent };
  return { prefix, user: NOBODY, diesWithParent };
}
