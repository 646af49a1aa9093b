/** Spot trading against the dealer at the feed's book (RULES 3). */
export { createSpot, type Spot } from './create-spot.ts';
export { spotAudits } from './audit.ts';
export { openSides } from './exposure.ts';
export { takenFromBooks } from './book-takes.ts';
export { worthOfAll, type Dealing, type HouseLimits, type Standing, type Terms } from './dealing.ts';
export { openKeyCaps, sharedKeys, type CappedKey } from './key-caps.ts';
export { keyHoursOfStakes, noteKeyHours } from './key-hours.ts';
export { NO_LEAN } from './position.ts';
export { writeTaken, type BookLeft, type Depth } from './book-snapshots.ts';
export { spotOperatorRoutes } from './operator-routes.ts';
export { SpotService, type SpotSettings } from './spot-service.ts';
export { spotRoutes } from './routes.ts';
export type { TradableBooks } from './tradable-books.ts';
