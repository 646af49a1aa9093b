import type { ServerResponse } from 'node:http';

/** What an answer was, for the figures an operator watches. */
interface Told {
  /** The console call that was meant: `GET /members/{id}`. */
  call?: string;
  /** Why it was refused. */
  reason?: string;
}

const told = new WeakMap<ServerResponse, Told>();

/** Notes why a request is refused, or which call it meant. */
export function note(response: ServerResponse, what: Told): void {
  const known = told.get(response);
  if (known) Object.assign(known, what);
  else told.set(response, what);
}

/** What was noted of an answer. */
export const toldOf = (response: ServerResponse): Readonly<Told> | undefined => told.get(response);
