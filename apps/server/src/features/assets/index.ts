/** What members own, shown (spec part 2, /assets). */
export { assetsRoutes } from './routes.ts';
