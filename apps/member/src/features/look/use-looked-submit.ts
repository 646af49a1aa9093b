import { useRef, useState } from 'react';
import type { Fields } from '../../platform/client.ts';
import { stillHere } from '../../platform/router.tsx';
import { useSkipsSmall } from '../../platform/small-trades.ts';
import { useSubmit, type SubmitOptions } from '../../platform/submit.ts';
import { judged, type Deal, type Judgement, type LookedCall } from '../../platform/unusual.ts';

interface Asked<Shown> {
  readonly fields: Fields;
  readonly judgement: Judgement;
  readonly shown: Shown;
}

interface LookedOptions<Name extends LookedCall, Shown> extends Omit<SubmitOptions<Name>, 'keyed'> {
  /** What proves the member, to be sent too; undefined where it is not given: then nothing is sent. */
  readonly prove?: (fields: Fields, shown: Shown) => Promise<Fields | undefined>;
}

/** The state of a last look, for its sheet. */
export interface LookState<Shown> {
  readonly open: boolean;
  /** What was asked; kept while the sheet closes. */
  readonly asked: Asked<Shown> | undefined;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/**
 * Sends a call that moves money: `ask` sends at once what needs no last look ({@link judged}), and opens the look for
 * everything else. `shown` is what the sheet shows, as it was then. The sheet closes with the answer.
 */
export function useLookedSubmit<Name extends LookedCall, Shown = undefined>(
  name: Name,
  { prove, ...options }: LookedOptions<Name, Shown>,
): {
  readonly busy: boolean;
  readonly ask: (fields: Fields, deal: Deal, shown: Shown) => void;
  readonly look: LookState<Shown>;
} {
  const skipsSmall = useSkipsSmall();
  const [asked, setAsked] = useState<Asked<Shown>>();
  const [isOpen, setOpen] = useState(false);
  const [isProving, setProving] = useState(false);
  const isUnderWay = useRef(false);
  /** Aborted by closing the look while the member is asked for a proof: what is proven after that is not sent. */
  const proving = useRef<AbortController>(undefined);
  const sending = useSubmit(name, {
    ...options,
    keyed: true,
    // In one step with the form, which empties itself.
    onDone(...answered) {
      setOpen(false);
      options.onDone?.(...answered);
    },
    onRefused(...refused) {
      setOpen(false);
      options.onRefused?.(...refused);
    },
  });
  const busy = sending.busy || isProving;
  const send = async ({ fields, shown }: Asked<Shown>): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const { signal } = (proving.current = new AbortController());
    const isHere = stillHere();
    setProving(true);
    const given = prove ? await prove(fields, shown) : {};
    setProving(false);
    if (given && !signal.aborted && isHere()) await sending.submit({ ...fields, ...given });
    isUnderWay.current = false;
    setOpen(false);
  };
  const onClose = () => {
    if (isProving) proving.current?.abort();
    setOpen(false);
  };
  return {
    busy,
    ask(fields, deal, shown) {
      if (busy) return;
      const judgement = judged(name, deal, skipsSmall);
      const next = { fields, judgement, shown };
      if (!judgement.isNeeded) return void send(next);
      setAsked(next);
      setOpen(true);
    },
    look: { open: isOpen, asked, busy, onClose, onConfirm: () => void (asked && send(asked)) },
  };
}
