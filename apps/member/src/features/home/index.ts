import { firstScreen } from '../../platform/lazy-screen.tsx';

export { menuTiles, TILE_ICONS, type TileKey } from './menu-tiles.ts';
export const HOME = firstScreen(() => import('./home-screen.tsx'));
