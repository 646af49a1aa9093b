/** Refusals about the payment password, shown beside its field. */
export const ABOUT_PAYMENT_PASSWORD: readonly (string | undefined)[] = [
  'bad_payment_password',
  'payments_stopped',
  'no_payment_password',
];
