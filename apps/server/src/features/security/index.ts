/**
 * How a member keeps an account to themselves: second factors, known browsers, where one is logged in and who tried to
 * be (docs/MEMBER-SECURITY.md).
 */
export { createSecurity, type Security } from './create-security.ts';
export { addDevice, forgetDevices, usedDevice } from './known-devices.ts';
export { factorsSet, resetFactors } from './reset-factors.ts';
export type { Given, Proof, SecondFactors } from './second-factors.ts';
export { noteSignIn, type Door, type SignInEnd } from './sign-ins.ts';
export { dropTickets, issueTicket, openTicket, ticketWrong, useTicket, type OpenTicket } from './tickets.ts';
