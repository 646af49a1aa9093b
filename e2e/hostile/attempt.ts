import type { Scene } from './scene.ts';
import type { Treasury } from './treasury.ts';
import type { Reply } from './wire.ts';

/** One attack by one person. */
export interface Attempt {
  readonly name: string;
  run(scene: Scene): Promise<readonly Reply[]>;
  /** Keys of the treasury that only this person may change; any other change is a theft. */
  readonly own?: RegExp;
  /** Checks what `own` allows: a line for each theft. */
  judge?(before: Treasury, after: Treasury, scene: Scene): readonly string[];
}

export interface Role {
  readonly name: string;
  readonly attempts: readonly Attempt[];
}
