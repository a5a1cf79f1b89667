import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('the settings of the sandbox', () => {
  it('has defaults for ports, folder, delays, and credentials', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      port: 4000,
      smtpPort: 4001,
      framePort: 4002,
      folder: '.data/sandbox',
      bankSettlesAfterDays: 3,
      midnight: 'utc',
      billingCallsPerSecond: 50,
    });
    expect(settings.delays).toEqual({ latencyMs: { from: 20, to: 80 }, slowMs: 8000, lateMs: 40_000 });
    expect(settings.credentials.ORBITAL_MERCHANT_ID).toBe('700000000001');
  });

  it('puts the mail server and the frames on the next ports, given ports, or free ports', () => {
    expect(readSettings({ SANDBOX_PORT: '4200' }).smtpPort).toBe(4201);
    expect(readSettings({ SANDBOX_PORT: '4200', SANDBOX_SMTP_PORT: '2525' }).smtpPort).toBe(2525);
    expect(readSettings({ SANDBOX_PORT: '0' })).toMatchObject({ smtpPort: 0, framePort: 0 });
    expect(readSettings({ SANDBOX_PORT: '4200' }).framePort).toBe(4202);
    expect(readSettings({ SANDBOX_FRAME_PORT: '4300' }).framePort).toBe(4300);
  });

  it('reads credentials and latency from the environment', () => {
    const settings = readSettings({ TRANSAFE_API_KEY: 'mine', SANDBOX_LATENCY_MS: '0' });
    expect(readSettings({ SANDBOX_MIDNIGHT: 'central' }).midnight).toBe('central');
    expect(settings.credentials.TRANSAFE_API_KEY).toBe('mine');
    expect(settings.delays.latencyMs).toEqual({ from: 0, to: 0 });
  });

  it.each([
    ['SANDBOX_PORT', 'web'],
    ['SANDBOX_PORT', '70000'],
    ['SANDBOX_SMTP_PORT', '-1'],
    ['SANDBOX_FRAME_PORT', 'x'],
    ['SANDBOX_LATENCY_MS', '80-20'],
    ['SANDBOX_SLOW_MS', '1.5'],
    ['SANDBOX_MIDNIGHT', 'eastern'],
    ['SANDBOX_BILLING_CALLS_PER_SECOND', '-1'],
    ['SANDBOX_BANK_SETTLES_AFTER_DAYS', '91'],
  ])('refuses %s=%s and names it', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });
});
