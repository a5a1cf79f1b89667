import { useMutation } from '@tanstack/react-query';
import { Button, type ButtonLook } from './Button.tsx';
import classes from './DownloadButton.module.css';
import layout from './layout.module.css';
import { QuestionError } from './Question.tsx';
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
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => saveFile(await fetchFile(), fileName),
    networkMode: 'always',
    onError: onFailure,
  });

  return (
    <div className={classes.download}>
      <Button
        variant={variant}
        className={layout.button ?? ''}
        aria-disabled={isPending || undefined}
        onClick={() => isPending || mutate()}
      >
        {isPending ? workingLabel : label}
      </Button>
      {isError && <QuestionError>{failedText}</QuestionError>}
    </div>
  );
}
