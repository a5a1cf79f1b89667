import { describe, expect, test } from 'vitest';
import { forFile } from './testing/for-tests.ts';
import { startTestPortal } from './testing/portal.ts';

describe('a server of jobs', () => {
  const portal = forFile(() => startTestPortal({ ROLE: 'jobs' }));

  test('[STOP-1] has health checks and jobs, and registers no calls', async () => {
    expect((await portal.inject({ url: '/myaccount/health/live' })).statusCode).toBe(200);
    expect(portal.app.server.printRoutes({ commonPrefix: false })).not.toMatch(
      /payments|invoices|login|hooks/,
    );
    expect(portal.app.jobs.map(({ name }) => name)).toContain('autopay.run');
  });
});

describe('a server of everything', () => {
  const nowhere = 'http://127.0.0.1:9';
  const portal = forFile(() =>
    startTestPortal({
      FIELD_SERVICE_URL: nowhere,
      FIELD_SERVICE_TOKEN: 'token',
      FIELD_SERVICE_HOOK_KEY: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
      TWILIO_URL: nowhere,
      TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+12165550123',
    }),
  );

  test('[STOP-1] tells the state of every outside service that is set up', async () => {
    const { services } = (await portal.inject({ url: '/myaccount/health/ready' })).json();
    const processors = ['orbital', 'transafe', 'transafe-frame', 'chase-form'];
    const others = ['field-service', 'mail', 'twilio', 'verify-pass'];
    expect(Object.keys(services).sort()).toEqual([...processors, ...others].sort());
  });
});
