/** Exact decimals for money. Only this package rounds (RULES 1.7). */
export * from './arithmetic.ts';
export * from './conversion.ts';
export * from './conversion-walk.ts';
export * from './decimal.ts';
export * from './lean.ts';
export * from './multiples.ts';
