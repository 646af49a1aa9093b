import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const VERIFIERS: readonly (readonly [command: string, verifier: string])[] = [
  [process.execPath, 'verify.mjs'],
  // Python is not everywhere.
  ...(spawnSync('python3', ['--version']).status === 0 ? [['python3', 'verify.py'] as const] : []),
];

/**
 * Has each verifier that can run here check something, one after the other: `--seen` is written by the first.
 * @param args as on the command line
 * @returns what each printed
 * @throws Error with that, when one does not hold it
 */
export async function bothHold(...args: readonly string[]): Promise<readonly string[]> {
  const printed: string[] = [];
  for (const [command, verifier] of VERIFIERS)
    printed.push(
      await new Promise<string>((resolve, reject) => {
        const file = fileURLToPath(new URL(`../../verify/${verifier}`, import.meta.url));
        execFile(command, [file, ...args], (error, stdout, stderr) => {
          if (!error && stdout.endsWith('everything holds\n')) resolve(stdout);
          else reject(new Error(`${verifier} ${args.join(' ')}: ${stdout}${stderr}`));
        });
      }),
    );
  return printed;
}
