import { SingleBar } from 'cli-progress';

const plainEveryMs = 5_000;
const barEveryMs = 200;

/** Shows progress on standard error: a bar on a terminal, otherwise a line every few seconds. */
export class Progress {
  readonly #unit: string;
  readonly #bar: SingleBar | null;
  #task = '';
  #startedAt = 0;
  #reportedAt = 0;
  #done = 0;

  constructor(unit: string, stream: NodeJS.WriteStream = process.stderr) {
    this.#unit = unit;
    this.#bar = stream.isTTY
      ? new SingleBar({
          stream,
          format: `{task} [{bar}] {percentage}% | {done} ${unit}, {rate} ${unit}/s | {duration_formatted}`,
          hideCursor: true,
          etaBuffer: 50,
          fps: 1_000 / barEveryMs,
        })
      : null;
  }

  /** Starts a task. `total` has the unit of `position` in {@link at}. */
  begin(task: string, total: number): void {
    this.end();
    this.#task = task;
    this.#startedAt = Date.now();
    this.#reportedAt = this.#startedAt;
    this.#done = 0;
    this.#bar?.start(Math.max(total, 1), 0, { task, done: '0', rate: '0' });
  }

  /** Updates the position within the total and the number of units done. */
  at(position: number, done: number): void {
    this.#done = done;
    this.#bar?.update(position, { task: this.#task, done: done.toLocaleString('en-US'), rate: this.#rate() });
    if (this.#bar || Date.now() - this.#reportedAt < plainEveryMs) return;
    this.#reportedAt = Date.now();
    this.#report();
  }

  /** Ends the current task and shows its last figures. */
  end(): void {
    if (!this.#task) return;
    if (this.#bar) this.#bar.stop();
    else this.#report();
    this.#task = '';
  }

  #report(): void {
    const done = this.#done.toLocaleString('en-US');
    console.error(`${this.#task}: ${done} ${this.#unit}, ${this.#rate()} ${this.#unit}/s`);
  }

  #rate(): string {
    const seconds = Math.max(Date.now() - this.#startedAt, 1) / 1_000;
    return Math.round(this.#done / seconds).toLocaleString('en-US');
  }
}
