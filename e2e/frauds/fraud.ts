import type { Scene } from './scene.ts';

/** One thing that a verifier is given, and what it must call it. */
export interface Look {
  /** What is given, where a fraud has more than one. */
  readonly at?: string;
  readonly args: readonly string[];
  /** The name of the finding. */
  readonly wrong: string;
}

/** A fraud of a platform that controls its own code, database and keys (docs/FRAUDS.md). */
export interface Fraud {
  readonly number: number;
  readonly what: string;
  /** Where it is planted. */
  readonly planted:
    | 'the database'
    | 'the code’s place'
    | 'between server and verifier'
    | 'the database, then the code’s place';
  /** The audit's check that must find it; absent where the audit has nothing to compare. */
  readonly audit?: string;
  /** Commits it in a copy of the honest world. @returns what verifiers are given; nothing where the outside cannot see it. */
  commit(scene: Scene): Promise<readonly Look[]>;
}

/** Something honest that looks unusual: verifiers and the audit must say nothing. */
export interface Control {
  readonly what: string;
  /** @returns what verifiers are given. */
  happen(scene: Scene): Promise<readonly (readonly string[])[]>;
}
