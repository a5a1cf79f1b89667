/** The credentials that the sandbox requires of its callers. The TranSafe key also signs the card frame. */
export interface Credentials {
  readonly transafe: { apiKeyId: string; apiKey: string };
  readonly orbital: { username: string; password: string; merchantId: string };
  readonly chase: { secureId: string; apiKey: string };
  readonly verifyPass: { apiKey: string; widgetKey: string };
  readonly fieldService: { token: string };
  readonly twilio: { accountSid: string; authToken: string; from: string };
  readonly auth0: { clientId: string; clientSecret: string };
}

/** The default credentials. The local start passes the same ones to the server. */
export const sandboxCredentials = {
  TRANSAFE_API_KEY_ID: 'sandbox-key',
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
  TWILIO_ACCOUNT_SID: 'AC5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
  TWILIO_AUTH_TOKEN: 'sandbox-text-token',
  TWILIO_FROM: '+12165550199',
  AUTH0_CLIENT_ID: 'sandbox-client',
  AUTH0_CLIENT_SECRET: 'sandbox-client-secret',
} as const;

/** The credentials from the environment, or the defaults. */
export function readCredentials(environment: NodeJS.ProcessEnv): Credentials {
  const read = (name: keyof typeof sandboxCredentials) => environment[name] || sandboxCredentials[name];
  return {
    transafe: { apiKeyId: read('TRANSAFE_API_KEY_ID'), apiKey: read('TRANSAFE_API_KEY') },
    orbital: {
      username: read('ORBITAL_USERNAME'),
      password: read('ORBITAL_PASSWORD'),
      merchantId: read('ORBITAL_MERCHANT_ID'),
    },
    chase: { secureId: read('CHASE_SECURE_ID'), apiKey: read('CHASE_API_KEY') },
    fieldService: { token: read('FIELD_SERVICE_TOKEN') },
    verifyPass: { apiKey: read('VERIFYPASS_API_KEY'), widgetKey: read('VERIFYPASS_WIDGET_KEY') },
    twilio: {
      accountSid: read('TWILIO_ACCOUNT_SID'),
      authToken: read('TWILIO_AUTH_TOKEN'),
      from: read('TWILIO_FROM'),
    },
    auth0: { clientId: read('AUTH0_CLIENT_ID'), clientSecret: read('AUTH0_CLIENT_SECRET') },
  };
}
