import { useState } from 'react';
import { Button, type ButtonLook } from './Button.tsx';
import classes from './DownloadButton.module.css';
import layout from './layout.module.css';
import { saveFile } from './save-file.ts';

interface DownloadButtonProps extends Pick<ButtonLook, 'variant'> {
  readonly label: string;
  /** On the button while the file comes. */
  readonly workingLabel: string;
  /** Beneath the button after a failure. */
  readonly failedText: string;
  readonly fileName: string;
  readonly fetchFile: () => Promise<Blob>;
  /** Called after a failure; the page keeps working. */
  readonly onFailure: (error: unknown) => void;
}

/** Fetches a file and saves it through the browser. After a failure, it shows a note and can be pressed again. */
export function DownloadButton(props: DownloadButtonProps) {
  const { variant = 'default', label, workingLabel, failedText, fileName, fetchFile, onFailure } = props;
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle');

  async function download(): Promise<void> {
    if (state === 'working') return;
    setState('working');
    try {
      saveFile(await fetchFile(), fileName);
      setState('idle');
    } catch (error) {
      setState('failed');
      onFailure(error);
    }
  }

  return (
    <div className={classes.download}>
      <Button
        variant={variant}
        className={layout.button ?? ''}
        aria-disabled={state === 'working' || undefined}
        onClick={() => void download()}
      >
        {state === 'working' ? workingLabel : label}
      </Button>
      <p className={classes.note} role="status">
        {state === 'failed' && failedText}
      </p>
    </div>
  );
}
