import { StartRefusal } from '../start-refusal.ts';

/** Where a server is to listen, and the settings that say so. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly hostSetting: string;
  readonly portSetting: string;
}

/** Waits until a server listens. Throws a {@link StartRefusal} if it cannot (START-3). */
export async function requireListening(listening: Promise<unknown>, address: ListenAddress): Promise<void> {
  try {
    await listening;
  } catch (error) {
    throw refusalOf((error as NodeJS.ErrnoException).code, address) ?? error;
  }
}

function refusalOf(code: string | undefined, { host, port, hostSetting, portSetting }: ListenAddress) {
  if (code === 'EADDRINUSE')
    return new StartRefusal(
      portSetting,
      `another program uses port ${port} on ${host}; stop it or choose another port`,
    );
  if (code === 'EACCES')
    return new StartRefusal(portSetting, `this user may not open port ${port}; choose one from 1024 on`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartRefusal(hostSetting, `this machine has no address ${host}`);
  return undefined;
}
