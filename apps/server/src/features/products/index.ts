/** Loans, lock mining and staking as owners offer them (rules 6; wire, "Operator API"). */
export { productOperatorRoutes } from './operator-routes.ts';
