import type { Clock } from './clock.ts';

/** Values by name, each for as long as given and for less than twice that. */
export class Lately<Value> {
  readonly #clock: Clock;
  readonly #forMs: number;
  #since: number;
  #now = new Map<string, Value>();
  #before = new Map<string, Value>();

  constructor(clock: Clock, forMs: number) {
    this.#clock = clock;
    this.#forMs = forMs;
    this.#since = clock.nowMs();
  }

  /** What was set of late; undefined when nothing was. */
  get(name: string): Value | undefined {
    this.#turn();
    return this.#now.get(name) ?? this.#before.get(name);
  }

  set(name: string, value: Value): void {
    this.#turn();
    this.#now.set(name, value);
  }

  #turn(): void {
    const ageMs = this.#clock.nowMs() - this.#since;
    if (ageMs >= 0 && ageMs < this.#forMs) return;
    // A clock that was set back forgets everything, as a long pause does.
    this.#before = ageMs >= 0 && ageMs < 2 * this.#forMs ? this.#now : new Map();
    this.#now = new Map();
    this.#since += ageMs;
  }
}
