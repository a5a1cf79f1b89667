import { type RefObject, useEffect, useEffectEvent } from 'react';
import { readFrameMessage } from './frame-messages.rules.ts';

type FrameMessage = NonNullable<ReturnType<typeof readFrameMessage>>;

/** Calls `onMessage` with what the frame at this origin says, and with nothing else (METHODS-8). */
export function useFrameMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  origin: string,
  onMessage: (message: FrameMessage) => void,
): void {
  const receive = useEffectEvent((event: MessageEvent) => {
    const message = readFrameMessage(event, { window: frame.current?.contentWindow, origin });
    if (message) onMessage(message);
  });

  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event);
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  }, []);
}
