/** The star of a market: Home draws it without the icons of other screens. */
import type { IconShape } from './icon.tsx';

const STAR = 'M12 3.2l2.7 5.5 6.1.9-4.4 4.3 1 6.1-5.4-2.9L6.6 20l1-6.1-4.4-4.3 6.1-.9z';
export const star: IconShape = { stroke: STAR };
export const starOn: IconShape = { solid: STAR };
