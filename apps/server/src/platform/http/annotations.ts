import type { ServerResponse } from 'node:http';

interface Annotations {
  /** The console call that was meant: `GET /members/{id}`. */
  call?: string;
  reason?: string;
}

const annotations = new WeakMap<ServerResponse, Annotations>();

/** Notes which call was meant or why it was refused. */
export function annotate(response: ServerResponse, more: Annotations): void {
  const known = annotations.get(response);
  if (known) Object.assign(known, more);
  else annotations.set(response, more);
}

/** What was noted of an answer. */
export const annotationsOf = (response: ServerResponse): Readonly<Annotations> | undefined => annotations.get(response);
