import { formatShort, type Price } from '@plimsoll/money';
import { markHash, PROOF_STEPS, tickHash, type ProofStep } from '@plimsoll/proof';
import type { Verified } from '../../apps/server/src/features/options/index.ts';

const at = (ms: number): string => new Date(ms).toISOString();
const priceText = (
  what: string,
  timeMs: number,
  { seq, price, hash }: { readonly seq: number; readonly price: Price; readonly hash: string },
): string => `${what} ${seq} of ${at(timeMs)}, ${formatShort(price)}, ${hash}`;

/** How the range is chained, and whether the tape was thinned there; ranges of options stay complete. */
function chainText(verified: Verified): string {
  const {
    proof: { ticks },
    thinnedTo,
  } = verified;
  const isThinned = verified.rules === 1 && thinnedTo >= verified.recorded.entry.seq;
  const what = verified.rules === 1 ? 'tick' : 'mark';
  if (ticks === 0) return `nothing from the entry on is on the tape${isThinned ? ', which was thinned here' : ''}`;
  if (verified.broken) {
    const { broken } = verified;
    const isOwn = broken.hash === (verified.rules === 1 ? tickHash(verified.broken) : markHash(verified.broken));
    const wrong = isOwn
      ? `does not follow the one before it: ${what}s are missing between`
      : 'does not carry its own hash';
    return `${what} ${broken.seq} ${wrong}${thinnedTo >= broken.seq ? '; the tape was thinned here' : ''}`;
  }
  const whole = `${ticks} ${what}s from ${verified.rules === 1 ? 'the entry' : 'before the line'} to the first after the expiry, each with its own hash and that of the one before`;
  return isThinned ? `${whole}; the tape was thinned here, this stretch stayed whole` : whole;
}

function entryText(verified: Verified): string {
  if (verified.rules === 1) {
    const { entry, placedAtMs } = verified.recorded;
    return `tick ${entry.seq}, ${formatShort(entry.price)}, ${entry.hash}, the last before ${at(placedAtMs)}`;
  }
  const {
    recorded,
    proof: { line },
  } = verified;
  const from = `${recorded.lineDelayMs / 1000} s after ${at(recorded.placedAtMs)}`;
  return line
    ? `${priceText('mark', line.timeMs, line)}, the first at or after ${from}`
    : `no mark from ${from} on, for ${recorded.lineWithinMs / 1000} s`;
}

function exitText(verified: Verified): string {
  if (verified.rules === 1) {
    const {
      recorded,
      proof: {
        settlement: { exit },
      },
    } = verified;
    return `${exit ? priceText('tick', exit.receiveTimeMs, exit) : 'no tick'}, at most ${recorded.freshMs / 1000} s before ${at(recorded.expiresAtMs)}`;
  }
  const {
    recorded,
    proof: {
      line,
      settlement: { exit },
    },
  } = verified;
  if (!line) return 'no line, no expiry';
  const found = exit ? priceText('mark', exit.timeMs, exit) : 'no mark';
  return `${found}, at most ${recorded.freshMs / 1000} s before ${at(line.timeMs + recorded.seconds * 1000)}, or the first within ${recorded.nextWithinMs / 1000} s after it`;
}

/** Data of each step: what the owner was shown and, where it differs, what the tape gives. */
function detail(step: ProofStep, verified: Verified): string {
  const {
    recorded,
    proof: { settlement },
  } = verified;
  const same = (ours: string, tape: string) => (ours === tape ? ours : `${ours}, the tape says ${tape}`);
  switch (step) {
    case 'chain':
      return chainText(verified);
    case 'entry':
      return entryText(verified);
    case 'exit':
      return exitText(verified);
    case 'outcome':
      return same(recorded.outcome, settlement.outcome);
    case 'profit':
      return same(formatShort(recorded.profit), formatShort(settlement.profit));
  }
}

/** Prints the terms, each step with its data, and a result. */
export function printProof(id: string, verified: Verified, say: (line: string) => void): void {
  const { symbol, recorded, proof } = verified;
  const line = verified.rules === 1 ? verified.recorded.entry : verified.recorded.line;
  const from = line ? `from ${formatShort(line.price)}` : 'without a line';
  say(
    `option ${id}: ${symbol} ${recorded.direction} ${from}, stake ${formatShort(recorded.stake)}, rate ${formatShort(recorded.rate)}, accepted ${at(recorded.placedAtMs)}, rules ${verified.rules}`,
  );
  for (const step of PROOF_STEPS) say(`${proof.steps[step] ? 'ok ' : 'OFF'} ${step}: ${detail(step, verified)}`);
  say(proof.holds ? 'as the tape says' : 'not as the tape says');
}
