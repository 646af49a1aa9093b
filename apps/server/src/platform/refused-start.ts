/** A start that cannot be, for a reason that its message says in whole sentences: shown without a trace. */
export class RefusedStart extends Error {}
