/** Every route of the app (spec parts 1 and 2, section 2, and ours), as a member comes to it. */
export const PATHS = [
  '/', '/register', '/login', '/market', '/exchange', '/trade-lst', '/options', '/assets', '/real_authentication', '/bindMentionAddress', '/bank', '/security',
  '/modifyPwd', '/resetLegalPwd', '/notify', '/introduction', '/invite', '/trade-account?id=1&name=USDT&type=1&usd=0&conversion=0', '/changemoney', '/recharge',
  '/withdrawal', '/exchangeb', '/loans', '/loans-application?id=1', '/lockming', '/lockming-application?id=1', '/transfer', '/transfer-list', '/staking',
  '/staking-list', '/charts/demo', '/voids', '/forgot',
] as const;
