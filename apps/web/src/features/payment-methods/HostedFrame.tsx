import { Skeleton } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './HostedFrame.module.css';

interface HostedFrameProps {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** What is typed in it, for screen readers. */
  readonly title: string;
  /** By which a form is posted into it. */
  readonly name?: string;
  readonly src?: string | undefined;
  /** Of what it shows, in pixels; undefined until it says so. */
  readonly height: number | undefined;
  /** True while nothing can be typed in it. */
  readonly isLocked: boolean;
}

/** The frame of an outside service: as high as what it shows, and a placeholder of its usual height until then. */
export function HostedFrame({ frame, title, name, src, height, isLocked }: HostedFrameProps) {
  const { t } = useTranslation();
  const isLoading = height === undefined;
  return (
    <div className={classes.slot} data-locked={isLocked || undefined} inert={isLocked}>
      {isLoading && (
        <div className={classes.placeholder} role="status" aria-label={t('ui.loading')}>
          {['label', 'number', 'row', 'button'].map((part) => (
            <Skeleton key={part} className={classes[part] ?? ''} radius="md" />
          ))}
        </div>
      )}
      <iframe
        ref={frame}
        className={classes.frame}
        title={title}
        name={name}
        src={src}
        style={isLoading ? undefined : { height }}
        data-loading={isLoading || undefined}
        // It may run its scripts and send its forms. It may not lead the page away.
        sandbox="allow-scripts allow-forms allow-same-origin"
      />
    </div>
  );
}
