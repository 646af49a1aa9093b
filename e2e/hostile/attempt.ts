import type { Scene } from './scene.ts';
import type { Treasury } from './treasury.ts';
import type { Reply } from './wire.ts';

/** One thing that somebody tries alone. */
export interface Attempt {
  readonly name: string;
  /** Tries it. @returns every answer that says how it was met. */
  run(scene: Scene): Promise<readonly Reply[]>;
  /** What may be another afterwards, since it is theirs alone to change; whatever else is another was taken. */
  readonly own?: RegExp;
  /** Looks at what `own` lets pass: a line for whatever was taken all the same. */
  judge?(before: Treasury, after: Treasury, scene: Scene): readonly string[];
}

/** Somebody with what they have, and all that they try. */
export interface Role {
  readonly name: string;
  readonly attempts: readonly Attempt[];
}
