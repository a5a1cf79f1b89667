import type { Clock } from '@myaccount/clock';
import { postCallback } from '../callback.ts';
import type { Delays } from '../control/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import type { Callback, Verification, VerificationStore } from './verification.store.ts';
import { communities, serviceTime, type WidgetOutcome } from './verify-pass-names.ts';

const wrongKey = 'not-the-key';

interface CallbackContext {
  readonly callbacks: VerificationStore['callbacks'];
  readonly clock: Clock;
  readonly delays: Delays;
  readonly portalUrl: string;
  readonly credentials: Credentials;
}

export type CallbackSender = ReturnType<typeof createCallbackSender>;

/** Sends callbacks as the selected outcome says. What waits is lost with a restart, like a callback that never comes. */
export function createCallbackSender(context: CallbackContext) {
  const { callbacks, clock, delays, portalUrl, credentials } = context;
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();
  let held: Verification[] = [];

  const send = (verification: Verification, key: Callback['key'] = 'right'): Promise<void> => {
    const sending = sendNow(verification, key).finally(() => underWay.delete(sending));
    underWay.add(sending);
    return sending;
  };
  const sendNow = async (verification: Verification, key: Callback['key']): Promise<void> => {
    const headers = {
      'content-type': 'application/json',
      'X-VFYPS-Key': key === 'right' ? credentials.VERIFYPASS_API_KEY : wrongKey,
    };
    const body = JSON.stringify({ data: [rowOf(verification, credentials.VERIFYPASS_WIDGET_KEY)] });
    const status = await postCallback(`${portalUrl}/hooks/verify-pass`, headers, body);
    callbacks.insert({ verification: verification.number, key, at: clock.now().toISOString(), status });
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
        }, delays.lateMs);
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

/** A row of a callback. The service writes a name too; here it is always the same. */
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
