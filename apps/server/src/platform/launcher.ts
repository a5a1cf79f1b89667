/**
 * Calls `stop` when the launcher of `npm start` ends, even if it was killed: the channel to it then closes. Does
 * nothing in a process without a launcher.
 */
export function stopWithLauncher(stop: () => void): void {
  if (process.env.LAUNCHER_IPC !== '1' || !process.connected) return;
  process.once('disconnect', stop);
  process.channel?.unref();
}
