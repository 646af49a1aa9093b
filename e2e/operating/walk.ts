import type { Command } from './page.ts';
import type { Foreground, Terminal } from './terminal.ts';

interface WalkOptions {
  /** What is not run, by how the command begins. */
  readonly isLeftOut: (command: string) => boolean;
  /** Puts in what an operator would. */
  readonly fill: (text: string) => string;
  /** Does what a command stands for in another way; undefined for one that the terminal runs. */
  readonly instead: (command: string) => (() => Promise<string>) | undefined;
}

/** Those that stay in the foreground. */
const STAYS = /\bnpm start$/;

/** Goes through the commands of pages in their order, at a terminal that may be changed on the way. */
export class Walk {
  terminal: Terminal;
  readonly #left: Command[];
  readonly #options: WalkOptions;

  constructor(commands: readonly Command[], terminal: Terminal, options: WalkOptions) {
    this.#left = [...commands];
    this.terminal = terminal;
    this.#options = options;
  }

  /** Runs all up to the one that begins so, and it too; resolves to what it wrote. Rejects when one fails. */
  async to(begins: string): Promise<string> {
    await this.#before(begins);
    return this.#run(this.#next());
  }

  /** Runs all up to the one that begins so, and begins it: a server, which is ready then. */
  async toServer(begins: string): Promise<Foreground> {
    await this.#before(begins);
    return this.terminal.begin(this.#options.fill(this.#next().text));
  }

  /** What was not come to, but for what is left out. */
  left(): string[] {
    return this.#left.filter(({ text }) => !this.#options.isLeftOut(text)).map(({ at, text }) => `${at} ${text}`);
  }

  async #before(begins: string): Promise<void> {
    const count = this.#left.findIndex(({ text }) => text.startsWith(begins));
    if (count < 0) throw new Error(`no further command begins with ${begins}`);
    for (let at = 0; at < count; at += 1) await this.#run(this.#next());
  }

  #next(): Command {
    const command = this.#left.shift();
    if (!command) throw new Error('there is no further command');
    return command;
  }

  async #run({ at, text }: Command): Promise<string> {
    const { isLeftOut, instead, fill } = this.#options;
    if (isLeftOut(text)) return '';
    if (STAYS.test(text)) throw new Error(`${at}: ${text} stays in the foreground: the test must say when it ends`);
    return (instead(text) ?? (() => this.terminal.run(fill(text))))();
  }
}
