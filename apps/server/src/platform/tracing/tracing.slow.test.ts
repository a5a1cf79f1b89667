import { expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { startTracedServer, startTraceReceiver } from '../../testing/traced-server.ts';

const receiver = forFile(() => startTraceReceiver());
const portal = forFile(() => startPayingPortal());

const startServer = (environment: Record<string, string>) =>
  startTracedServer({ ...portal.settings, ...environment });

test('[OBSERVE-2] the sampler of the variables decides', async () => {
  receiver.spans.length = 0;
  const server = await startServer({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces`,
    OTEL_TRACES_SAMPLER: 'always_off',
  });
  await server.call('/login/otp/send', { email: 'nobody@example.com' });
  await server.stop();
  expect(receiver.spans).toEqual([]);
});

test('[OBSERVE-2] a collector that is away delays neither a request nor the stop', async () => {
  const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  const start = performance.now();
  expect((await server.call('/login/otp/send', { email: 'nobody.else@example.com' })).status).toBe(400);
  await server.stop();
  expect(performance.now() - start).toBeLessThan(8_000);
});
