/** The credentials that the sandbox requires of its callers. The TranSafe key also signs the card frame. */
export interface Credentials {
  readonly transafe: { apiKeyId: string; apiKey: string };
  readonly orbital: { username: string; password: string; merchantId: string };
  readonly chase: { secureId: string; apiKey: string };
  readonly verifyPass: { apiKey: string; widgetKey: string };
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
    verifyPass: { apiKey: read('VERIFYPASS_API_KEY'), widgetKey: read('VERIFYPASS_WIDGET_KEY') },
  };
}
