/** Lists of the products that keep money for a time: loans, lock mining, staking. */
export { CardSkeleton, CardList } from './card-list.tsx';
export { OfferList } from './offer-list.tsx';
export { ProductTabs } from './product-tabs.tsx';
