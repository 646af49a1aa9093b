export type { Bus, SharedScript } from './bus.ts';
export { installationOf } from './installation.ts';
export { openRedisBus } from './redis-bus.ts';
export { twoWayBus } from './two-way-bus.ts';
