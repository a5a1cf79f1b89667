import type { Feature } from '../feature.ts';
import { loginMails } from './login.email.ts';
import { registerLoginRoutes } from './login.routes.ts';
import { loginSettings } from './login-settings.rules.ts';

/** Signing in and out. */
export const login: Feature = {
  settings: loginSettings,
  routes: registerLoginRoutes,
  mails: loginMails,
};
