import { existsSync, readFileSync } from 'node:fs';

const pollMs = 250;
const shells = ['sh', 'dash', 'bash', 'ash', 'busybox'];

/** Under `npm start`, calls `stop` when npm ends without a signal to us: killing npm should stop everything. */
export function stopWithNpm(stop: () => void): void {
  const npmPid = findNpm();
  if (!npmPid) return;
  const timer = setInterval(() => {
    if (existsSync(`/proc/${npmPid}`)) return;
    clearInterval(timer);
    stop();
  }, pollMs);
  timer.unref();
}

/** Returns the process id of npm: our parent, or the parent of the shell that npm runs scripts with. */
function findNpm(): number | undefined {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = readProcess(process.ppid);
  return parent && shells.includes(parent.name) ? parent.parentPid : parent && process.ppid;
}

function readProcess(pid: number): { name: string; parentPid: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => new RegExp(`^${name}:\\t(.*)$`, 'm').exec(status)?.[1] ?? '';
    return { name: field('Name'), parentPid: Number(field('PPid')) };
  } catch {
    return undefined;
  }
}
