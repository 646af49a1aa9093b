/** Options: placing them, watching them, and checking their settlement. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { coinsOf, endOf, inkOf } from './order-facts.ts';
export { proofPath } from './place.ts';
export { useOpenOptions, useSettledOptions } from './queries.ts';
export { StripOption } from './strip-option.tsx';
export { useEndWords } from './use-end-words.ts';
export { useEndedOptions } from './use-ended-options.ts';
export { useWatched } from './watched.ts';

export const OPTIONS = lazyScreen(['options', 'chart', 'favourites', 'receipts'], () => import('./options-screen.tsx'));
