import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import classes from './DownloadButton.module.css';
import { saveFile } from './save-file.ts';

interface DownloadButtonProps {
  label: string;
  /** On the button while the file comes. */
  workingLabel: string;
  /** Beneath the button after a failure. */
  failedText: string;
  fileName: string;
  fetchFile: () => Promise<Blob>;
  /** Told about a failure; the page goes on working. */
  onFailure: (error: unknown) => void;
}

/** Fetches a file and has the browser save it; a failure is a short note, and the button can be pressed again. */
export function DownloadButton(props: DownloadButtonProps) {
  const { label, workingLabel, failedText, fileName, fetchFile, onFailure } = props;
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle');
  const isBusy = useRef(false);

  async function download(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setState('working');
    try {
      saveFile(await fetchFile(), fileName);
      setState('idle');
    } catch (error) {
      setState('failed');
      onFailure(error);
    } finally {
      isBusy.current = false;
    }
  }

  return (
    <div className={classes.download}>
      <Button
        variant="default"
        className={classes.button ?? ''}
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
