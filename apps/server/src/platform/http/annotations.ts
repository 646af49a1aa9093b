import type { ServerResponse } from 'node:http';

/** What the metrics want to know of an answer beside its status. */
interface Annotations {
  /** The console call that was meant: `GET /members/{id}`. */
  call?: string;
  /** Why it was refused. */
  reason?: string;
}

const annotations = new WeakMap<ServerResponse, Annotations>();

/** Notes why a request is refused, or which call it meant. */
export function annotate(response: ServerResponse, more: Annotations): void {
  const known = annotations.get(response);
  if (known) Object.assign(known, more);
  else annotations.set(response, more);
}

/** What was noted of an answer. */
export const annotationsOf = (response: ServerResponse): Readonly<Annotations> | undefined => annotations.get(response);
