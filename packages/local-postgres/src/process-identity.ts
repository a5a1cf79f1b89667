import { readFileSync, readlinkSync } from 'node:fs';

/** A process that another process can recognize later, although the system reuses process numbers. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in clock ticks since the machine did. */
  readonly startedAtTicks: string;
  /** Numbers mean nothing in another namespace, such as another container's. */
  readonly pidNamespace: string;
}

/** Returns the identity of this process. */
export function identifyThisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    startedAtTicks: readStartTicks(process.pid) ?? '',
    pidNamespace: readPidNamespace(),
  };
}

/** Whether the process lives; undefined when that cannot be seen from this process's namespace. */
export function isAlive({ pid, startedAtTicks, pidNamespace }: ProcessIdentity): boolean | undefined {
  if (pidNamespace !== readPidNamespace()) return undefined;
  return readStartTicks(pid) === startedAtTicks;
}

/** Returns when a process started, in clock ticks since the machine did; undefined when it has ended. */
export function readStartTicks(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may hold blanks: count from behind it.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}

function readPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
