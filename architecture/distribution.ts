import pg from 'pg';
import {
  hasSubqueryInValues,
  readAccountColumns,
  recordStatements,
  scansWithoutAccount,
} from './statements.ts';

/** What may be read without the account id, and why. What is left out matches everything. */
export interface Exemption {
  /** The call or job that reads it. */
  readonly by?: string;
  /** The table, with its alias if it has one. */
  readonly relation?: string;
  /** A part of the statement. */
  readonly part?: string;
  readonly why: string;
}

/** Tells which statements a database that is distributed by account would refuse, or send to every node. */
export class DistributionCheck {
  readonly #owner: pg.Client;
  readonly #exemptions: readonly Exemption[];
  readonly #used = new Set<Exemption>();
  #accountColumns: ReadonlyMap<string, string> = new Map();

  constructor(ownerUrl: string, exemptions: readonly Exemption[]) {
    this.#owner = new pg.Client(ownerUrl);
    this.#exemptions = exemptions;
  }

  async open(): Promise<void> {
    await this.#owner.connect();
    this.#accountColumns = await readAccountColumns(this.#owner);
  }

  async close(): Promise<void> {
    await this.#owner.end();
  }

  /** Runs `work` and returns the statements that it may not send, each with what is wrong. */
  async watch(by: string, work: () => Promise<unknown>): Promise<string[]> {
    const statements = await recordStatements(work);
    const wrong: string[] = [];
    for (const statement of statements) {
      const text = statement.replaceAll(/\s+/g, ' ').trim();
      const scans = await this.#scansOf(statement);
      const found = scans.filter((scan) => !this.#isExempt({ by, scan, text }));
      if (found.length > 0) wrong.push(`${found.join(', ')} without the account in: ${text}`);
      if (hasSubqueryInValues(text)) wrong.push(`a subquery in values of: ${text}`);
    }
    return wrong;
  }

  /** Returns the exemptions that nothing needed. */
  unused(): readonly Exemption[] {
    return this.#exemptions.filter((exemption) => !this.#used.has(exemption));
  }

  async #scansOf(statement: string): Promise<string[]> {
    return await scansWithoutAccount(this.#owner, statement, this.#accountColumns);
  }

  #isExempt({ by, scan, text }: { by: string; scan: string; text: string }): boolean {
    const matching = this.#exemptions.filter(
      (exemption) =>
        (exemption.by ?? by) === by &&
        (exemption.relation ?? scan) === scan &&
        text.includes(exemption.part ?? ''),
    );
    for (const exemption of matching) this.#used.add(exemption);
    return matching.length > 0;
  }
}
