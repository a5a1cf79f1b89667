import { stopWithLauncher } from './launcher.ts';
import { startSandbox } from './sandbox.ts';
import { readSettings, SettingError } from './settings.ts';

try {
  const sandbox = await startSandbox(readSettings(process.env));
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void sandbox.stop().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  stopWithLauncher(stop);
  console.log(
    JSON.stringify({ ready: true, url: sandbox.url, smtpUrl: sandbox.smtpUrl, framesUrl: sandbox.framesUrl }),
  );
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken. SANDBOX_PORT, SANDBOX_SMTP_PORT, and SANDBOX_FRAME_PORT choose other ports for the sandbox.`;
  }
  return String((error as Error).stack ?? error);
}
