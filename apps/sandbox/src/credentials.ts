/** The default credentials of its callers. The local start passes the same ones to the server. */
export const sandboxCredentials = {
  TRANSAFE_API_KEY_ID: 'sandbox-key',
  /** Also signs the card frame. */
  TRANSAFE_API_KEY: 'sandbox-key-secret',
  ORBITAL_USERNAME: 'sandbox-user',
  ORBITAL_PASSWORD: 'sandbox-password',
  ORBITAL_MERCHANT_ID: '700000000001',
  CHASE_SECURE_ID: 'sandbox-secure-id',
  CHASE_API_KEY: 'sandbox-form-key',
  VERIFYPASS_API_KEY: 'sandbox-eligibility-key',
  VERIFYPASS_WIDGET_KEY: 'sandbox-widget',
  FIELD_SERVICE_TOKEN: 'sandbox-field-service-token',
  FIELD_SERVICE_HOOK_KEY: 'sandbox-field-service-hook-key-0001',
  GTV_API_KEY: 'sandbox-billing-key',
  GTV_HOOK_KEY: 'sandbox-billing-hook-key-000000001',
  TWILIO_ACCOUNT_SID: 'AC5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
  TWILIO_AUTH_TOKEN: 'sandbox-text-token',
  TWILIO_FROM: '+12165550199',
  AUTH0_CLIENT_ID: 'sandbox-client',
  AUTH0_CLIENT_SECRET: 'sandbox-client-secret',
} as const;

/** The credentials that the sandbox requires of its callers. */
export type Credentials = Readonly<Record<keyof typeof sandboxCredentials, string>>;

/** The credentials from the environment, or the defaults. */
export function readCredentials(environment: NodeJS.ProcessEnv): Credentials {
  const all = Object.entries(sandboxCredentials);
  return Object.fromEntries(all.map(([name, usual]) => [name, environment[name] || usual])) as Credentials;
}
