/** A failure is read aloud at once, other toasts when the reader pauses. */
export type ToastKind = 'info' | 'ok' | 'bad';

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ToastMessage {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly detail?: string;
  readonly action?: ToastAction;
  readonly sticky?: boolean;
}

/** Maximum number of toasts; the oldest is dropped, unless it asks something. */
const MAX = 3;

export type ToastState = readonly ToastMessage[];

/** It waits for an answer: two with the same text are about two things. */
const asks = ({ sticky, action }: ToastMessage): boolean => sticky === true && action !== undefined;

/** The toasts after one more: the same text is not stacked but shown again. */
export function withToast(state: ToastState, message: ToastMessage): ToastState {
  const others = state.filter((each) => asks(each) || each.text !== message.text);
  let drops = others.length + 1 - MAX;
  return [...others.filter((each) => asks(each) || (drops -= 1) < 0), message];
}

type Listener = () => void;
const listeners = new Set<Listener>();
let state: ToastState = [];
let lastId = 0;

function become(next: ToastState): void {
  state = next;
  for (const each of listeners) each();
}

/** Shows a toast from anywhere; returns how to remove it. */
export function showToast(
  kind: ToastKind,
  text: string,
  rest: Omit<ToastMessage, 'id' | 'kind' | 'text'> = {},
): () => void {
  lastId += 1;
  const id = lastId;
  become(withToast(state, { id, kind, text, ...rest }));
  return () => dismissToast(id);
}

/** Removes a toast; nothing happens when it is gone already. */
export function dismissToast(id: number): void {
  if (state.some((each) => each.id === id)) become(state.filter((each) => each.id !== id));
}

export const toastStore = {
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  read: (): ToastState => state,
};
