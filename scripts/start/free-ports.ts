import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Places, StartError } from './places.ts';

const host = '127.0.0.1';

/** Throws a StartError when another program uses one of the ports. */
export async function requireFreePorts(places: Places): Promise<void> {
  await requireFree(places.portalPort, 'the portal', 'PORT');
  await requireFree(places.sandboxPort, 'the sandbox', 'SANDBOX_PORT');
  await requireFree(places.smtpPort, "the sandbox's mail server", 'SANDBOX_SMTP_PORT');
  await requireFree(places.framePort, "the sandbox's hosted frames", 'SANDBOX_FRAME_PORT');
}

async function requireFree(port: number, whose: string, setting: string): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`;
    throw new StartError(
      `Port ${port} for ${whose} ${reason}. Choose another port, for example: ${setting}=${port + 100} npm start`,
    );
  }
  probe.close();
  await once(probe, 'close');
}

/** Returns four ports that are free at the moment. */
export async function findFreePorts(): Promise<[number, number, number, number]> {
  const probes = [createServer(), createServer(), createServer(), createServer()];
  const ports: number[] = [];
  for (const probe of probes) {
    await once(probe.listen(0, host), 'listening');
    const address = probe.address();
    if (address && typeof address === 'object') ports.push(address.port);
  }
  for (const probe of probes) await once(probe.close(), 'close');
  return ports as [number, number, number, number];
}
