import { type RefObject, useState } from 'react';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './HostedFrame.module.css';

interface HostedFrameProps {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** What is typed in it, for screen readers. */
  readonly title: string;
  /** By which a form is posted into it. */
  readonly name?: string;
  readonly src?: string | undefined;
  /** True once the service is asked for its form. */
  readonly isRequested: boolean;
  /** Of what it shows, in pixels; undefined until it says so. */
  readonly height: number | undefined;
  /** True while nothing can be typed in it. */
  readonly isLocked: boolean;
}

/** The frame of an outside service: as high as what it shows, and a placeholder of its usual height until then. */
export function HostedFrame(props: HostedFrameProps) {
  const { frame, title, name, src, isRequested, height, isLocked } = props;
  // A page of the service that says nothing, such as an error, is shown too.
  const [isLoaded, setIsLoaded] = useState(false);
  const isLoading = height === undefined && !isLoaded;
  return (
    <div className={classes.slot} data-locked={isLocked || undefined} inert={isLocked}>
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
    </div>
  );
}
