import { flagDefaults } from '@myaccount/contract/flags';
import { limitDefaults } from '@myaccount/contract/limits';
import type { WebConfig } from '@myaccount/contract/web-config';

// Encoded by hand: a call here would keep all of this in a built page, which never reads it.
const logo =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='32' height='32' viewBox='0 0 32 32'%3E" +
  "%3Crect width='32' height='32' rx='8' fill='%231769aa'/%3E" +
  "%3Cpath d='M8 22c4-12 12-12 16 0' fill='none' stroke='%23fff' stroke-width='3' stroke-linecap='round'/%3E%3C/svg%3E";

/** Configuration of a page that the development server or a test serves. */
export const developmentConfig: WebConfig = {
  brand: {
    name: 'Example Fiber',
    logo,
    color: '#1769aa',
    supportPhone: '(555) 010-0199',
    supportEmail: 'care@example.com',
    termsUrl: 'https://example.com/terms',
    privacyUrl: 'https://example.com/privacy',
    mobileUrl: 'https://mobile.example.com',
    referUrl: 'https://example.com/refer',
    links: [
      { label: 'Help center', labelEs: 'Ayuda', url: 'https://example.com/help' },
      { label: 'Service status', labelEs: 'Estado del servicio', url: 'https://example.com/status' },
    ],
    social: [{ label: 'Facebook', url: 'https://facebook.example.com' }],
    addressLines: ['Example Fiber', '1 Main Street', 'Springfield, NY 10001'],
    cardBrands: ['visa', 'mastercard', 'amex', 'discover'],
  },
  flags: flagDefaults,
  limits: limitDefaults,
  siteUrl: null,
  timeZone: 'America/New_York',
  utcOffsets: [],
  frames: { transafe: 'http://127.0.0.1:4000', chase: 'http://127.0.0.1:4000' },
  chaseCardForm: 'card',
  preferenceChannel: 'MyAccount',
  smtpUtf8: false,
};
