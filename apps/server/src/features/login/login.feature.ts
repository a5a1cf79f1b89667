import type { Feature } from '../feature.ts';
import { loginMails } from './login.email.ts';
import { registerLoginRoutes } from './login.routes.ts';
import { loginSettings } from './login-settings.rules.ts';

/** Signing in and out. */
export const login: Feature = {
  tags: { login: 'Signing in with an e-mailed code, and signing out.' },
  settings: loginSettings,
  routes: registerLoginRoutes,
  mails: loginMails,
};
