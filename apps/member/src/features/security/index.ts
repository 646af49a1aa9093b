/** A member's security: passwords, second factors, sessions and login history. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { ABOUT_PAYMENT_PASSWORD } from './about-payment-password.ts';
export { challengeFor } from './challenge-for.ts';
export { isLookAlike } from './compare-address.ts';
export { EmailNeeded } from './email-needed.tsx';
export { deviceOf, keepKnown, knownOf, nameless } from './known-devices.ts';
export { LastLook } from './last-look.tsx';
export type { LookFacts } from './look-facts.ts';
export { PaymentField } from './payment-field.tsx';
export { LoginAgainField } from './login-again-field.tsx';
export { passkeysWorkAt } from './passkeys-work.ts';
export { SecurityPage } from './page-parts.tsx';
export { isAboutProof, ProofFields } from './proof-fields.tsx';
export { ProofForm } from './proof-form.tsx';
export { factorsHere, useSecurity, type SecurityState } from './queries.ts';
export { SecondFields } from './second-fields.tsx';
export { isAboutSecond } from './second-reasons.ts';
export { SecondStep } from './second-step.tsx';
export { SecurityRow, SecurityScreen } from './security-screen.tsx';
export { createUnseen, useHasUnseen, useUnseen } from './unseen.ts';
export { useCopied } from './use-copied.ts';
export { isAboutLogin, useLoginAgain } from './use-login-again.ts';
export { usePasskeyLogin } from './use-passkey-login.ts';
export { useProof } from './use-proof.ts';
export { useSecondFactor } from './use-second-factor.ts';

export const FREEZE = lazyScreen(['security'], () => import('./freeze-screen.tsx'));
export const LOGIN_PASSWORD = lazyScreen(['membership', 'security'], () => import('./login-password-screen.tsx'));
export const PAYMENT_PASSWORD = lazyScreen(['membership', 'security'], () => import('./payment-password-screen.tsx'));
