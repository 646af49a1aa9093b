/** What a toast is about; a failure is read out at once, the others when the reader pauses. */
export type ToastKind = 'info' | 'ok' | 'bad';

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ToastMessage {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  /** A second part in the second ink. */
  readonly detail?: string;
  readonly action?: ToastAction;
  /** Stays until dismissed. */
  readonly sticky?: boolean;
}

/** Most toasts at a time; the oldest gives way. */
const MAX = 3;

export type ToastState = readonly ToastMessage[];

/** The toasts after one more: the same text is not stacked, it is shown anew. */
export function withToast(state: ToastState, message: ToastMessage): ToastState {
  return [...state.filter((each) => each.text !== message.text), message].slice(-MAX);
}

type Listener = () => void;
const listeners = new Set<Listener>();
let state: ToastState = [];
let lastId = 0;

function become(next: ToastState): void {
  state = next;
  for (const each of listeners) each();
}

/** Shows a toast from anywhere; returns how to take it back. */
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

/** Takes a toast back; nothing happens when it is gone already. */
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
