/** A member's passwords: one to log in, one to pay. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { ABOUT_PAYMENT_PASSWORD } from './about-payment-password.ts';
export { PaymentField } from './payment-field.tsx';

/** /security */
export const SECURITY = lazyScreen(['security'], () => import('./security-screen.tsx'));
/** /modifyPwd */
export const LOGIN_PASSWORD = lazyScreen(['membership', 'security'], () => import('./login-password-screen.tsx'));
/** /resetLegalPwd */
export const PAYMENT_PASSWORD = lazyScreen(['membership', 'security'], () => import('./payment-password-screen.tsx'));
