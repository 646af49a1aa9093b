/** Account security of members (docs/MEMBER-SECURITY.md). */
export { createSecurity, type Security } from './create-security.ts';
export { addDevice, forgetDevices, usedDevice } from './known-devices.ts';
export { factorsSet, resetFactors } from './reset-factors.ts';
export type { Given, Proof } from './factor-proof.ts';
export type { SecondFactors } from './second-factors.ts';
export { noteSignIn, type ClientInfo, type SignInEnd } from './sign-ins.ts';
export { dropTickets, issueTicket, openTicket, ticketWrong, useTicket, type OpenTicket } from './tickets.ts';
export { resealMembersAuthenticators } from './reseal.ts';
export { createRecoveryCodes } from './recovery-codes.ts';
