/**
 * Under `npm start` this process ends in order when the launcher is gone, even when that was killed: the channel
 * between the two closes with it. Started alone it has no launcher, and nothing happens.
 */
export function stopWithLauncher(stop: () => void): void {
  if (process.env.LAUNCHER_IPC !== '1' || !process.connected) return;
  process.once('disconnect', stop);
  process.channel?.unref();
}
