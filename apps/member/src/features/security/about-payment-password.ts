/** Refusals that are about the payment password, to be said beside its field. */
export const ABOUT_PAYMENT_PASSWORD: readonly (string | undefined)[] = [
  'bad_payment_password',
  'payments_stopped',
  'no_payment_password',
];
