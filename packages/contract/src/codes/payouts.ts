/** `pay_type`: a network takes deposits to an address, to an address with a QR code, or to a bank account. */
export const PAY_TYPE = { address: 1, code: 2, bank: 3 } as const;
