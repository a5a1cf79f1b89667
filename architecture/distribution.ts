import pg from 'pg';
import { distributionColumns } from '../apps/server/src/platform/database/distribution/placement.ts';
import { givenCluster } from '../apps/server/src/testing/given-cluster.ts';
import {
  asksNode,
  hasSubqueryInValues,
  isLocking,
  recordPlans,
  recordStatements,
  scansWithoutAccount,
} from './statements.ts';

/** What may be read without the account id, and why. What is left out matches everything. */
export interface Exemption {
  /** The call or job that reads it. */
  readonly by?: string;
  /** A part of the statement. */
  readonly part?: string;
  readonly why: string;
}

/**
 * Tells which statements a database that is distributed by account would refuse, or send to every node. On partitions it judges each
 * plan as it was executed, otherwise the generic plan of each statement.
 */
export class DistributionCheck {
  readonly #owner: pg.Client;
  readonly #exemptions: readonly Exemption[];
  readonly #used = new Set<Exemption>();
  #isPartitioned = false;

  constructor(ownerUrl: string, exemptions: readonly Exemption[]) {
    this.#owner = new pg.Client(ownerUrl);
    this.#exemptions = exemptions;
  }

  async open(): Promise<void> {
    await this.#owner.connect();
    const { rows } = await this.#owner.query("select relkind from pg_class where relname = 'account'");
    this.#isPartitioned = rows[0].relkind === 'p';
  }

  async close(): Promise<void> {
    await this.#owner.end();
  }

  /** Runs `work` and returns the statements that it may not send, each with what is wrong; on a cluster, what it refused. */
  async watch(by: string, work: () => Promise<unknown>): Promise<string[]> {
    if (givenCluster) return failuresOf(await work());
    return this.#isPartitioned ? await this.#watchExecuted(by, work) : await this.#watchGeneric(by, work);
  }

  async #watchGeneric(by: string, work: () => Promise<unknown>): Promise<string[]> {
    const statements = await recordStatements(work);
    const wrong: string[] = [];
    for (const statement of statements) {
      const text = textOf(statement);
      const scans = await scansWithoutAccount(this.#owner, statement, distributionColumns);
      const isWrong = scans.length > 0 && (isLocking(text) || !this.#isExempt(by, text));
      if (isWrong) wrong.push(`${scans.join(', ')} without the account in: ${text}`);
      if (hasSubqueryInValues(text)) wrong.push(`a subquery in values of: ${text}`);
      if (asksNode(text)) wrong.push(`a function of the node in: ${text}`);
    }
    return wrong;
  }

  async #watchExecuted(by: string, work: () => Promise<unknown>): Promise<string[]> {
    const plans = await recordPlans(work);
    const { rows } = await this.#owner.query<{ id: string }>('select id from account');
    const wrong = plans.filter(({ statement, parameters, partitions }) => {
      const named = rows.filter(({ id }) => parameters.includes(id)).length;
      if (partitions.size <= Math.max(1, named)) return false;
      const text = textOf(statement);
      return isLocking(text) || !this.#isExempt(by, text);
    });
    return wrong.map(
      ({ statement, tables, partitions }) =>
        `${partitions.size} partitions of ${tables.join(', ')} in: ${textOf(statement)}`,
    );
  }

  /** Returns the exemptions that nothing needed. Of executed plans, and on a cluster, nobody knows: a table without rows may not be read. */
  unused(): readonly Exemption[] {
    if (this.#isPartitioned || givenCluster) return [];
    return this.#exemptions.filter((exemption) => !this.#used.has(exemption));
  }

  #isExempt(by: string, text: string): boolean {
    const matching = this.#exemptions.filter(
      (exemption) => (exemption.by ?? by) === by && text.includes(exemption.part ?? ''),
    );
    for (const exemption of matching) this.#used.add(exemption);
    return matching.length > 0;
  }
}

/** Returns the bodies of answers that a bug gave: Citus refuses a statement by an error that nobody expects. */
function failuresOf(answers: unknown): string[] {
  return [answers].flat().flatMap((answer) => {
    const isAnswer =
      typeof answer === 'object' && answer !== null && 'statusCode' in answer && 'body' in answer;
    return isAnswer && answer.statusCode === 500 ? [String(answer.body)] : [];
  });
}

function textOf(statement: string): string {
  return statement.replaceAll(/\s+/g, ' ').trim();
}
