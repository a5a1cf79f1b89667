import {
  type CustomerFieldName,
  customerFieldNames,
  customerFields,
} from '@myaccount/contract/customer-fields';

type CustomerColumn = {
  [F in CustomerFieldName]: `c.${(typeof customerFields)[F]['column']} as ${F}`;
}[CustomerFieldName];

/** The fields of a customer, for the selection of a query of `customer as c`. */
export const customerColumns = customerFieldNames.map(
  (name) => `c.${customerFields[name].column} as ${name}`,
) as readonly CustomerColumn[];
