import type { Right } from './rights.ts';

/** A field that only imports write. */
interface KeptField {
  /** Column of table `customer`. */
  readonly column: string;
  /** How it is entered, checked, and shown. */
  readonly kind: 'phone' | 'day';
}

/** A field that customers may change. */
interface ChangedField extends KeptField {
  readonly kind: 'phone';
  readonly change: {
    readonly right: Right;
    /** What notices and the audit trail call it: `account-info.PART-changed`. */
    readonly part: string;
    /** It may not be emptied. */
    readonly isRequired?: true;
  };
}

/**
 * The fields of a customer that are one text in one column, by their names on the wire and in import files. Contract, import,
 * queries, saves, rights, histories, notices, and pages follow it. E-mail address, PIN, and addresses have their own
 * services. Its words are in `locales/{language}/customer-fields.json`. No schemas, so that the browser need not load them.
 */
export const customerFields = {
  phoneNumber: {
    column: 'phone_number',
    kind: 'phone',
    change: { right: { holder: 'contact-owner' }, part: 'phone', isRequired: true },
  },
  dateOfBirth: { column: 'date_of_birth', kind: 'day' },
} as const satisfies Readonly<Record<string, KeptField | ChangedField>>;

type Fields = typeof customerFields;
export type CustomerFieldName = keyof Fields;

/** A field that customers may change. */
export type ChangeableField = {
  [F in CustomerFieldName]: Fields[F] extends { readonly change: object } ? F : never;
}[CustomerFieldName];

/** What notices and the audit trail call a field that customers may change. */
export type ChangedPart = Fields[ChangeableField]['change']['part'];

export const customerFieldNames = Object.keys(customerFields) as CustomerFieldName[];
export const changeableFields = customerFieldNames.filter(
  (name): name is ChangeableField => 'change' in customerFields[name],
);

/** Returns the field that notices and the audit trail call so; undefined of other parts of an account. */
export function fieldOfPart(part: string): ChangeableField | undefined {
  return changeableFields.find((name) => customerFields[name].change.part === part);
}

/** Returns an object with one value for each of these fields. The mark lets the browser's build leave schemas out that are made with it. */
/* @__NO_SIDE_EFFECTS__ */
export function eachField<F extends CustomerFieldName, T>(
  names: readonly F[],
  make: (field: Fields[F], name: F) => T,
): Record<F, T> {
  return Object.fromEntries(names.map((name) => [name, make(customerFields[name], name)])) as Record<F, T>;
}
