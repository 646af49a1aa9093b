/** `pay_type`: deposits to an address, an address with a QR code, or a bank account. */
export const PAY_TYPE = { address: 1, code: 2, bank: 3 } as const;
