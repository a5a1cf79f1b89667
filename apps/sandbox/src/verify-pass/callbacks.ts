import type { Clock } from '@myaccount/clock';
import { postCallback } from '../callback.ts';
import type { Verification, VerificationStore } from './verification.store.ts';
import { communities, serviceTime, type WidgetOutcome } from './verify-pass-names.ts';

interface SenderOptions {
  readonly store: VerificationStore;
  readonly clock: Clock;
  /** Where the portal listens. */
  readonly hookUrl: string;
  readonly apiKey: string;
  readonly widgetKey: string;
  /** How late a late callback is. */
  readonly lateMs: number;
}

export type CallbackSender = ReturnType<typeof createCallbackSender>;

const wrongKey = 'not-the-key';

/** Sends callbacks as the selected outcome says. What waits is lost with a restart, like a callback that never comes. */
export function createCallbackSender({ store, clock, hookUrl, apiKey, widgetKey, lateMs }: SenderOptions) {
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();
  let held: Verification[] = [];

  const send = (verification: Verification, key: 'right' | 'wrong' = 'right'): Promise<void> => {
    const sending = sendNow(verification, key).finally(() => underWay.delete(sending));
    underWay.add(sending);
    return sending;
  };
  const sendNow = async (verification: Verification, key: 'right' | 'wrong'): Promise<void> => {
    const headers = {
      'content-type': 'application/json',
      'X-VFYPS-Key': key === 'right' ? apiKey : wrongKey,
    };
    const body = JSON.stringify({ data: [rowOf(verification, widgetKey)] });
    const status = await postCallback(hookUrl, headers, body);
    store.insertCallback({ verification: verification.number, key, at: clock.now().toISOString(), status });
  };

  return {
    send,
    /** Sends what an outcome says, and after it what was held back to arrive out of order. */
    async deliver(verification: Verification, outcome: WidgetOutcome): Promise<void> {
      if (outcome === 'out-of-order') {
        held.push(verification);
        return;
      }
      if (outcome === 'late') {
        const timer = setTimeout(() => {
          timers.delete(timer);
          void send(verification);
        }, lateMs);
        timers.add(timer);
      }
      if (outcome === 'verified' || outcome === 'twice') await send(verification);
      if (outcome === 'twice') await send(verification);
      if (outcome === 'wrong-key') await send(verification, 'wrong');
      const older = held;
      held = [];
      for (const each of older) await send(each);
    },
    /** Sends nothing more, and waits for what is under way. */
    async stop(): Promise<void> {
      timers.forEach(clearTimeout);
      await Promise.all(underWay);
    },
  };
}

/** A row of a callback. The service writes a name too; this one stands for any. */
function rowOf({ email, community, at }: Verification, widgetKey: string) {
  return {
    first_name: 'Sandbox',
    last_name: 'Applicant',
    email,
    time: serviceTime(at),
    group_short: community,
    group: communities[community],
    widget_key: widgetKey,
  };
}
