import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './AddMethod.module.css';
import { type FrameFields, type FrameMessage, readFrameMessage } from './frame-messages.rules.ts';

interface HostedFrameProps {
  /** What is typed in it, for screen readers. */
  readonly title: string;
  /** By which a form is posted into it. */
  readonly name?: string;
  readonly src?: string | undefined;
  /** Origin of the service. */
  readonly origin: string;
  /** True once the service is asked for its form. */
  readonly isRequested: boolean;
  /** Returns what the service says; undefined for what the page does not know. */
  readonly read: (fields: FrameFields) => FrameMessage | undefined;
  /** Returns the answer to a message that the page knows, of a service that waits for one. */
  readonly answer?: (fields: FrameFields) => FrameFields;
  /** Called with what the service in this frame says, and with nothing else (METHODS-8). */
  readonly onMessage: (message: FrameMessage, frame: HTMLIFrameElement) => void;
  /** Called when the service says nothing that the page knows. */
  readonly onSilence: () => void;
}

/** Time after which a form that says nothing counts as failed. */
const silenceMs = 30_000;

/** The frame of an outside service: as high as what it shows, and a placeholder of its usual height until then. */
export function HostedFrame(props: HostedFrameProps) {
  const { title, name, src, origin, isRequested, read, answer, onMessage, onSilence } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  /** Of what it shows, in pixels; undefined until it says so. */
  const [height, setHeight] = useState<number>();
  // A page of the service that says nothing, such as an error, is shown too.
  const [isLoaded, setIsLoaded] = useState(false);
  const [hasSpoken, setHasSpoken] = useState(false);
  const isLoading = height === undefined && !isLoaded;

  const receive = useEffectEvent((event: MessageEvent) => {
    const fields = readFrameMessage(event, { window: frame.current?.contentWindow, origin });
    const message = fields && read(fields);
    if (!message || !frame.current) return;
    setHasSpoken(true);
    if (answer) {
      const reply = answer(fields);
      frame.current.contentWindow?.postMessage(
        typeof event.data === 'string' ? JSON.stringify(reply) : reply,
        origin,
      );
    }
    if (message.kind === 'height') setHeight(message.pixels);
    else onMessage(message, frame.current);
  });
  const fallSilent = useEffectEvent(onSilence);

  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event);
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  }, []);

  useEffect(() => {
    if (!isRequested || hasSpoken) return;
    const timer = setTimeout(() => fallSilent(), silenceMs);
    return () => clearTimeout(timer);
  }, [isRequested, hasSpoken]);

  return (
    <>
      {isLoading && <Skeleton lines={6} />}
      <iframe
        ref={frame}
        className={classes.frame}
        title={title}
        name={name}
        src={src}
        style={height === undefined ? undefined : { height }}
        onLoad={() => setIsLoaded(isRequested)}
        data-loading={isLoading || undefined}
        // It may run its scripts and send its forms. It may not lead the page away.
        sandbox="allow-scripts allow-forms allow-same-origin"
      />
    </>
  );
}
