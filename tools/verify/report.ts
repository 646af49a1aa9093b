import { formatShort } from '@plimsoll/money';
import { PROOF_STEPS, tickHash, type ProofStep, type TapeTick } from '@plimsoll/proof';
import type { Verified } from '../../apps/server/src/features/options/index.ts';

const at = (ms: number): string => new Date(ms).toISOString();
const tickText = (tick: TapeTick): string => `tick ${tick.seq} of ${at(tick.receiveTimeMs)}, ${formatShort(tick.price)}, ${tick.hash}`;

/** How the stretch hangs together, and whether the tape was thinned there: a stretch that an option names stays whole all the same. */
function chainText({ told, thinnedTo, broken, proof: { ticks } }: Verified): string {
  const isThinned = thinnedTo >= told.entry.seq;
  if (ticks === 0) return `nothing from the entry on is on the tape${isThinned ? ', which was thinned here' : ''}`;
  if (broken) {
    const what = broken.hash === tickHash(broken) ? 'does not follow the one before it: ticks are missing between' : 'does not carry its own hash';
    return `tick ${broken.seq} ${what}${thinnedTo >= broken.seq ? '; the tape was thinned here' : ''}`;
  }
  const whole = `${ticks} ticks from the entry to the first after the expiry, each with its own hash and that of the one before`;
  return isThinned ? `${whole}; the tape was thinned here, this stretch stayed whole` : whole;
}

/** What each step looked at: what the owner was told, and where it differs, what the tape says. */
function detail(step: ProofStep, verified: Verified): string {
  const { told, proof: { settlement } } = verified;
  const same = (ours: string, tape: string) => (ours === tape ? ours : `${ours}, the tape says ${tape}`);
  switch (step) {
    case 'chain': return chainText(verified);
    case 'entry': return `tick ${told.entry.seq}, ${formatShort(told.entry.price)}, ${told.entry.hash}, the last before ${at(told.placedAtMs)}`;
    case 'exit': return `${settlement.exit ? tickText(settlement.exit) : 'no tick'}, at most ${told.freshMs / 1000} s before ${at(told.expiresAtMs)}`;
    case 'outcome': return same(told.outcome, settlement.outcome);
    case 'profit': return same(formatShort(told.profit), formatShort(settlement.profit));
  }
}

/** Prints what was agreed, each step with what it looked at, and one line for all. */
export function printProof(id: string, verified: Verified, say: (line: string) => void): void {
  const { symbol, told, proof } = verified;
  say(`option ${id}: ${symbol} ${told.direction} from ${formatShort(told.entryPrice)}, stake ${formatShort(told.stake)}, rate ${formatShort(told.rate)}, ${at(told.placedAtMs)} to ${at(told.expiresAtMs)}`);
  for (const step of PROOF_STEPS) say(`${proof.steps[step] ? 'ok ' : 'OFF'} ${step}: ${detail(step, verified)}`);
  say(proof.holds ? 'as the tape says' : 'not as the tape says');
}
