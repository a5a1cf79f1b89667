import { findHeroDiscount, listApplications } from '../features/hero-discount/application.repository.ts';
import type { Database } from '../platform/database/connect.ts';
import { textSection } from './text-section.ts';

const shownApplications = 10;

/** Returns whether the account has the Hero Discount, and the applications for it, as a section of text. */
export async function heroDiscountSection(db: Database, accountId: string): Promise<string> {
  const discount = await findHeroDiscount(db, accountId);
  const applications = await listApplications(db, accountId, shownApplications);
  const since = discount?.appliedAt ? `since ${discount.appliedAt.toISOString()}` : 'imported';
  return textSection(
    `Hero Discount ${discount?.isApplied ? `applied, ${since}` : 'not applied'}; applications`,
    [...applications.map(({ requestedAt, emailAddress }) => [requestedAt.toISOString(), emailAddress])],
  );
}
