import { randomBytes } from 'node:crypto';
import type { Operator } from './described-owners.ts';
import type { House } from './house.ts';

/** A request that is accepted, now that its ground is laid. */
export interface Errand {
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Of a member, or of an operator. */
  readonly token?: string;
  /** Reasons that pass by themselves: it is asked again while it is refused for one of them. */
  readonly passing?: readonly string[];
}

/** A member of an errand's own. */
export interface Hand {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

interface Challenge {
  readonly challenge: string;
}
/** A device's passkey; its answers are the JSON of the wire. */
export interface Device {
  made(options: Challenge): string;
  signed(request: Challenge): string;
}

/** What errands start from. */
export interface Ground {
  readonly house: House;
  /** A new member who has the password of all here and nothing else, logged in. */
  readonly hand: () => Promise<Hand>;
  /** A session of an operator, with a fresh second factor. */
  readonly operator: (name: Operator) => Promise<string>;
  /** What an authenticator with this secret shows. */
  readonly codeOf: (secret: string) => string;
  /** A new passkey that is at home at an origin. */
  readonly passkey: (origin: string) => Device;
}

/** What an accepted request needs, by the name of its call: laid before it is sent. */
export type Errands = Readonly<Record<string, (ground: Ground) => Promise<Errand>>>;

/** A name that nobody has. */
export const unused = (): string => `x${randomBytes(6).toString('hex')}`;
