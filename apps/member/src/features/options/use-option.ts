import type { MarketItem, OptionOrder, OwnLimits } from '@plimsoll/contract';
import { ZERO, type Amount } from '@plimsoll/money';
import { showToast, type Pages } from '@plimsoll/ui';
import type { Direction } from '@plimsoll/proof';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { openOf } from '../../platform/attempts.ts';
import { useFreshness } from '../../platform/connection.ts';
import { stillHere } from '../../platform/router.tsx';
import { stillMeant } from '../../platform/send-until-answered.ts';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useIsWide } from '../../platform/use-is-wide.ts';
import { OLD_AFTER_MS } from '../chart/index.ts';
import { isOnBreak } from './limits-form.ts';
import {
  changed,
  commandOf,
  EMPTY_FORM,
  isChosen,
  isUnsure,
  missingFor,
  stakedIn,
  type OptionAction,
  type OptionCommand,
  type OptionForm,
  type StakeError,
} from './option-form.ts';
import { useOptionsChanged, useTerms } from './queries.ts';
import { cycleOf, type Terms } from './terms.ts';
import { useAlwaysTopUp, useOtherFunds, useTopUp } from './top-up.ts';
import type { Blocked } from './up-down.tsx';
import { useMark } from './use-mark.ts';
import { watchOption } from './watched.ts';
import { useStakeWords } from './words.ts';

function blockedBy(why: {
  readonly isOff: boolean;
  readonly isResting: boolean;
  readonly isStale: boolean;
  readonly isWaiting: boolean;
}): Blocked | undefined {
  if (why.isOff) return 'off';
  if (why.isResting) return 'break';
  if (why.isStale) return 'stale';
  return why.isWaiting ? 'waiting' : undefined;
}

export interface OptionInput {
  readonly market: MarketItem;
  readonly open: Pages<OptionOrder>;
  readonly limits: OwnLimits | undefined;
}

function useOffer({ market, limits }: OptionInput) {
  const { options_switch } = useSettings();
  const { data: terms, isError: termsFailed, refetch } = useTerms();
  const mark = useMark(market.symbol);
  const { isOnline, isOld, ageS } = useFreshness(mark?.atMs ?? 0, OLD_AFTER_MS);
  const isOff = options_switch !== 1 || terms?.cycles.length === 0;
  // One that is over is in no answer. Between two answers marks have the server's time.
  const isResting = limits !== undefined && isOnBreak(limits, mark?.madeAtMs ?? 0);
  const blocked = blockedBy({
    isOff,
    isResting,
    isStale: isOld || !isOnline,
    isWaiting: terms === undefined || mark === undefined,
  });
  return {
    terms,
    termsFailed,
    retryTerms: () => void refetch(),
    mark,
    isOnline,
    isOld,
    ageS,
    isOff,
    isResting,
    blocked,
  };
}

/** The terms with what other accounts may add, and moving it. `isWanted` once somebody may stake. */
function useFunded(offered: Terms | undefined, isWanted: boolean) {
  const [isAlways, setAlways] = useAlwaysTopUp();
  const { funds, fundable } = useOtherFunds(offered?.coin, isWanted);
  const topUps = useTopUp();
  return { terms: offered && { ...offered, fundable }, funds, isAlways, setAlways, topUps };
}

/** A form, and what other accounts had when it was judged. */
interface Written {
  readonly written: OptionForm;
  readonly fundable: Amount | undefined;
}

/** The form, and changing it. What other accounts have is known only after it is open, so it is judged again then. */
function useForm(terms: Terms | undefined, staked: Amount) {
  const [{ written, fundable }, setWritten] = useState<Written>({ written: EMPTY_FORM, fundable: undefined });
  return {
    form: terms && terms.fundable !== fundable ? changed(written, { kind: 'again' }, terms, staked) : written,
    change: (action: OptionAction) => {
      if (!terms) return;
      setWritten((now) => ({ written: changed(now.written, action, terms, staked), fundable: terms.fundable }));
    },
  };
}

/** The form on the terms of an offer, with what may top up its stake, and why nothing can be placed now. */
function useFundedForm(offer: ReturnType<typeof useOffer>, staked: Amount, isWanted: boolean) {
  const funded = useFunded(offer.terms, isWanted);
  const { terms } = funded;
  const { form, change } = useForm(terms, staked);
  // Until somebody may stake nobody asks what other accounts have.
  const isUnknown = isWanted && terms !== undefined && isUnsure(form, terms);
  const blocked: Blocked | undefined = offer.blocked ?? (isUnknown ? 'unsure' : undefined);
  return { ...funded, form, change, blocked };
}

/** Whether the form is shown before the confirmation: for what is not chosen or not known yet. */
const isShownFirst = (form: OptionForm, terms: Terms, isAlways: boolean): boolean =>
  !isChosen(form, terms) ||
  isUnsure(form, terms) ||
  // What comes from another account, too, unless the member always wants it so.
  (!isAlways && missingFor(form, terms) > ZERO);

/** The error of a stake that a refusal stands for. */
const REFUSED: Partial<Record<string, StakeError>> = {
  insufficient_balance: 'insufficient',
  daily_loss_limit: 'lossLimit',
};

interface PlacingOptions {
  /** Whether the confirmation that it is sent from is not dismissed. */
  readonly isAsked: () => boolean;
  readonly onDone: (orderId: number) => void;
  /** It was not placed, for a reason or as it was never sent. */
  readonly onNotPlaced: (reason?: string) => void;
}

/** Sends an option that was confirmed: first what it takes from other accounts. */
function usePlacing({ funds, topUps }: ReturnType<typeof useFunded>, { isAsked, onDone, onNotPlaced }: PlacingOptions) {
  const { topUp, moved, isMoving, isStaked } = topUps;
  const [isUnknown, setUnknown] = useState(false);
  const [isSending, setSending] = useState(false);
  const optionsChanged = useOptionsChanged();
  const notPlaced = (reason?: string) => {
    onNotPlaced(reason);
    optionsChanged();
  };
  const { busy, submit } = useSubmit('creatorder', {
    keyed: true,
    onDone: ({ order_id }) => {
      setUnknown(false);
      isStaked();
      onDone(order_id);
      optionsChanged();
    },
    onRefused: ({ reason }) => {
      setUnknown(false);
      notPlaced(reason);
    },
    onLost: (hasNoAnswer) => {
      setUnknown(hasNoAnswer);
      if (!hasNoAnswer) notPlaced();
    },
  });
  const isBusy = busy || isMoving || isSending;
  return {
    busy: isBusy,
    /** What was moved for an option that was not placed, once that is certain. */
    left: isBusy || isUnknown || moved.parts.length === 0 ? undefined : moved,
    send: async (command: OptionCommand): Promise<void> => {
      const fields = { ...command.fields };
      const isHere = stillHere();
      const isMeant = stillMeant();
      setSending(true);
      try {
        // For one that has no answer its top-up was made already.
        const isPaid =
          command.topUp === ZERO || openOf('creatorder').some(({ body }) => body === JSON.stringify(fields));
        // A bet is final: one that was dismissed or left, or that waited for long, is not placed.
        if (isPaid || (funds && (await topUp(funds, command)) && isHere() && isAsked() && isMeant()))
          await submit(fields);
        else notPlaced();
      } finally {
        setSending(false);
      }
    },
  };
}

/** The confirmation: the answer of an option that was dismissed closes neither another's nor the form. */
function useAsked() {
  const [command, setCommand] = useState<OptionCommand>();
  const [isConfirming, setConfirming] = useState(false);
  const now = useRef<OptionCommand>(undefined);
  return {
    /** What was asked last; kept while the confirmation closes. */
    command,
    isConfirming,
    ask: (next: OptionCommand | undefined): void => {
      now.current = next;
      if (next) setCommand(next);
      setConfirming(next !== undefined);
    },
    /** Whether it is asked still, for what was sent when it was. */
    isAsked: (): boolean => now.current === command,
  };
}

/** An option being written on one market, its confirmation, and placing it. */
export function useOption(input: OptionInput) {
  const t = useTranslations('options');
  const isWide = useIsWide();
  const offer = useOffer(input);
  const [isFormOpen, setFormOpen] = useState(false);
  const isWanted = isFormOpen || isWide;
  const staked = stakedIn(input.open.rows ?? []);
  const funded = useFundedForm(offer, staked, isWanted);
  const { terms, form, change, blocked } = funded;
  const { command, isConfirming, ask, isAsked } = useAsked();
  const { busy, left, send } = usePlacing(funded, {
    isAsked,
    onDone: (orderId) => {
      if (isAsked()) {
        ask(undefined);
        setFormOpen(false);
      }
      watchOption(orderId);
    },
    onNotPlaced: (reason) => {
      if (isAsked()) ask(undefined);
      // Where it says what was moved, and from where it is placed again.
      if (command && command.topUp > ZERO) setFormOpen(true);
      const stake = REFUSED[reason ?? ''];
      if (stake) change({ kind: 'wrong', errors: { stake } });
    },
  });

  const stakeError = useStakeWords(terms, terms && cycleOf(terms, form.seconds));
  const place = (direction: Direction) => {
    if (!terms || blocked || busy) return;
    if (!isWanted && isShownFirst(form, terms, funded.isAlways)) {
      setFormOpen(true);
      return;
    }
    const next = commandOf(form, terms, { marketId: String(input.market.id), open: staked }, direction);
    if ('errors' in next) {
      change({ kind: 'wrong', errors: next.errors });
      showToast('bad', next.errors.stake === undefined ? t('errors.chooseCycle') : stakeError(next.errors.stake));
      setFormOpen(true);
    } else {
      ask(next);
    }
  };
  return {
    ...offer,
    ...funded,
    place,
    isFormOpen,
    setFormOpen,
    command,
    isConfirming,
    dismiss: () => ask(undefined),
    busy,
    left,
    confirm: async (): Promise<void> => {
      if (command && !busy) await send(command);
    },
  };
}
