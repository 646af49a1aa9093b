import { openNote } from '@plimsoll/proof/log';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Lease } from '../../platform/lease.ts';
import type { Log } from '../../platform/log.ts';
import type { Worker } from '../../platform/slice.ts';
import { cosignatureIn, WitnessClient, type Submitted, type WitnessAddress } from './ask-witness.ts';
import type { PublishedLog } from './published-log.ts';
import { verifySignature } from './verify-signature.ts';

/** A new checkpoint is found so late. */
const LOOK_EVERY_MS = 250;
/** A checkpoint waits so long for witnesses that answered the last one promptly, and no longer. */
const HOLD_MS = 1_000;
/** What changes in cosignatures of one checkpoint is served at most so often. */
const SERVE_EVERY_MS = 1_000;
/** Without news, so that what is served is never a minute old. */
const COSIGN_EVERY_MS = 30_000;
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 30_000;
/** A witness that does not cosign is logged again after it. */
const REMIND_EVERY_MS = 60_000;

interface WitnessesDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Whoever holds it asks the witnesses, and writes what is served. */
  readonly lease: Lease;
  readonly published: PublishedLog;
  readonly witnesses: readonly WitnessAddress[];
}

/** One witness, and how it is doing. */
interface Standing {
  readonly client: WitnessClient;
  cosigned?: { readonly text: string; readonly line: string; readonly atMs: number };
  isAsked: boolean;
  /** It answered within {@link HOLD_MS}: worth waiting for. */
  isPrompt: boolean;
  /** After a failure. */
  notBeforeMs: number;
  retryMs: number;
  complainedMs: number;
}

/** The published checkpoint while it is being cosigned. */
interface Round extends Submitted {
  readonly beganMs: number;
}

/**
 * Has the published checkpoint cosigned, and writes it with its cosignatures as what is served (PROOF 4.3). It reads what
 * the log's worker published and nothing of the worker itself, which therefore never waits for it. Of several processes
 * the one that holds the lease does it.
 */
export class Witnesses implements Worker {
  readonly name = 'cosignatures of the public log';
  readonly #deps: WitnessesDeps;
  readonly #standings: readonly Standing[];
  readonly #asking = new Set<Promise<void>>();
  #round: Round | undefined;
  /** What this process wrote last in its term. */
  #served: { readonly note: string; readonly text: string; readonly atMs: number } | undefined;
  #term: number | undefined;
  #timer: Timer | undefined;
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: WitnessesDeps) {
    this.#deps = deps;
    this.#standings = deps.witnesses.map((address) => ({
      client: new WitnessClient(address, {
        clock: deps.clock,
        consistency: (old, checkpoint) => deps.published.consistency(old, checkpoint),
      }),
      isAsked: false,
      isPrompt: true,
      notBeforeMs: Number.NEGATIVE_INFINITY,
      retryMs: RETRY_MIN_MS,
      complainedMs: Number.NEGATIVE_INFINITY,
    }));
  }

  async start(): Promise<void> {
    if (this.#standings.length === 0) return;
    await this.#deps.lease.take();
    this.#deps.lease.watch(() => {});
    // Before anything is served: what was served last may be older than what is published.
    await this.#look();
    this.#again();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#turn;
    await Promise.all(this.#asking);
    if (this.#standings.length > 0) await this.#deps.lease.release();
  }

  /** Has the published checkpoint cosigned by all that answer, and serves it. */
  async catchUp(): Promise<void> {
    await this.#look();
    await Promise.all(this.#asking);
    await this.#look();
  }

  #again(): void {
    if (this.#stopped) return;
    this.#timer = this.#deps.clock.after(LOOK_EVERY_MS, () => {
      this.#turn = this.#look().finally(() => this.#again());
    });
  }

  async #look(): Promise<void> {
    const { lease, log } = this.#deps;
    try {
      const term = lease.term();
      if (term !== this.#term) this.#served = undefined;
      this.#term = term;
      if (term === undefined) return;
      const round = await this.#newestRound();
      if (!round) return;
      for (const standing of this.#standings) if (this.#isDue(standing, round)) this.#ask(standing, round);
      await this.#serve(round);
    } catch (error) {
      log.error({ err: error }, 'publishing cosignatures failed, retrying');
    }
  }

  /** What is published, with the moment when it was first seen here. */
  async #newestRound(): Promise<Round | undefined> {
    const { published, clock } = this.#deps;
    const newest = await published.newest();
    const note = newest?.note.toString();
    if (note === this.#round?.note) return this.#round;
    const text = note === undefined ? undefined : openNote(note, [], verifySignature)?.text;
    this.#round =
      newest && note !== undefined && text !== undefined
        ? { note, text, checkpoint: newest.checkpoint, beganMs: clock.nowMs() }
        : undefined;
    return this.#round;
  }

  #isDue({ isAsked, notBeforeMs, cosigned }: Standing, { text }: Round): boolean {
    const nowMs = this.#deps.clock.nowMs();
    if (isAsked || nowMs < notBeforeMs) return false;
    return cosigned?.text !== text || Math.abs(nowMs - cosigned.atMs) >= COSIGN_EVERY_MS;
  }

  #ask(standing: Standing, round: Round): void {
    standing.isAsked = true;
    const asking = this.#cosign(standing, round).finally(() => {
      standing.isAsked = false;
      this.#asking.delete(asking);
    });
    this.#asking.add(asking);
  }

  async #cosign(standing: Standing, round: Round): Promise<void> {
    const { clock, log } = this.#deps;
    const beganMs = clock.nowMs();
    try {
      const { line } = await standing.client.cosign(round);
      standing.cosigned = { text: round.text, line, atMs: clock.nowMs() };
      standing.isPrompt = Math.abs(clock.nowMs() - beganMs) <= HOLD_MS;
      standing.retryMs = RETRY_MIN_MS;
      standing.complainedMs = Number.NEGATIVE_INFINITY;
    } catch (error) {
      const nowMs = clock.nowMs();
      standing.isPrompt = false;
      standing.notBeforeMs = nowMs + standing.retryMs;
      standing.retryMs = Math.min(2 * standing.retryMs, RETRY_MAX_MS);
      if (Math.abs(nowMs - standing.complainedMs) < REMIND_EVERY_MS) return;
      standing.complainedMs = nowMs;
      log.error({ err: error, witness: standing.client.address.key.name }, 'witness cosignature failed, retrying');
    }
  }

  /** Serves the checkpoint with the cosignatures that it has, unless more of them are worth waiting for. */
  async #serve(round: Round): Promise<void> {
    const { clock, lease, published } = this.#deps;
    if (!this.#served) await this.#resume(round);
    const nowMs = clock.nowMs();
    const sinceMs = this.#served ? Math.abs(nowMs - this.#served.atMs) : SERVE_EVERY_MS;
    const isNew = this.#served?.text !== round.text;
    const isWaitedFor = this.#standings.some(({ isPrompt, cosigned }) => isPrompt && cosigned?.text !== round.text);
    if (this.#served && isNew && isWaitedFor && Math.abs(nowMs - round.beganMs) < HOLD_MS) return;
    if (!isNew && sinceMs < SERVE_EVERY_MS) return;
    const lines = this.#standings.flatMap(({ cosigned }) => (cosigned?.text === round.text ? [cosigned.line] : []));
    const note = `${round.note}${lines.join('')}`;
    if (note === this.#served?.note) return;
    // Read right before: two processes that serve could take a checkpoint back.
    if (lease.term() !== this.#term) return;
    await published.serve(Buffer.from(note));
    // The first of a term waited for nobody: cosignatures follow as soon as they come.
    this.#served = { note, text: round.text, atMs: this.#served ? nowMs : Number.NEGATIVE_INFINITY };
  }

  /** Goes on from what the process before served: its cosignatures are good until there are newer ones. */
  async #resume({ text }: Round): Promise<void> {
    const note = (await this.#deps.published.cosigned())?.note.toString();
    if (note === undefined || openNote(note, [], verifySignature)?.text !== text) return;
    for (const standing of this.#standings) {
      const found = cosignatureIn(note, standing.client.address.key);
      if (found) standing.cosigned ??= { text, line: found.line, atMs: found.atSeconds * 1000 };
    }
    this.#served = { note, text, atMs: Number.NEGATIVE_INFINITY };
  }
}

/** Since when each witness has cosigned nothing of what is served. */
export class WitnessAges {
  readonly #deps: Pick<WitnessesDeps, 'clock' | 'published' | 'witnesses'>;
  readonly #sinceMs: Map<string, number>;

  constructor(deps: Pick<WitnessesDeps, 'clock' | 'published' | 'witnesses'>) {
    this.#deps = deps;
    this.#sinceMs = new Map(deps.witnesses.map(({ vkey }) => [vkey, deps.clock.nowMs()]));
  }

  /** Seconds since the time of the newest cosignature served, or since this process began, by the witness's name. */
  async read(): Promise<Readonly<Record<string, number>>> {
    const { clock, published, witnesses } = this.#deps;
    const note = (await published.published())?.note.toString();
    for (const { key, vkey } of note === undefined ? [] : witnesses) {
      const found = cosignatureIn(note ?? '', key);
      if (found) this.#sinceMs.set(vkey, Math.max(found.atSeconds * 1000, this.#sinceMs.get(vkey) ?? 0));
    }
    const nowMs = clock.nowMs();
    return Object.fromEntries(
      witnesses.map(({ key, vkey }) => [key.name, Math.max(0, nowMs - (this.#sinceMs.get(vkey) ?? nowMs)) / 1000]),
    );
  }
}
