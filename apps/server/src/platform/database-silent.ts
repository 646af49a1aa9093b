/** The database has not answered for a while: nothing is sent, and what was sent is given up. */
export class DatabaseSilent extends Error {}

/** This process asks it nothing more: it ends, and has no time left to wait for an answer. */
export class DatabaseLeft extends DatabaseSilent {}
