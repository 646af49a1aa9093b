/** What all products that keep money for a time are listed with: loans, lock mining, staking. */
export { CardSkeleton, CardList } from './card-list.tsx';
export { OfferList } from './offer-list.tsx';
export { ProductTabs } from './product-tabs.tsx';
