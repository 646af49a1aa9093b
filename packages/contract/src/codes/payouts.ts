/** `pay_type`: how one pays in by a network: to an address, by scanning its code too, or to a bank account. */
export const PAY_TYPE = { address: 1, code: 2, bank: 3 } as const;
