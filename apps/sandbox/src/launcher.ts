/**
 * Under `npm start`, stops this process when the launcher ends, even if it was killed: their IPC channel closes. Without
 * a launcher, does nothing.
 */
export function stopWithLauncher(stop: () => void): void {
  if (process.env.LAUNCHER_IPC !== '1' || !process.connected) return;
  process.once('disconnect', stop);
  process.channel?.unref();
}
