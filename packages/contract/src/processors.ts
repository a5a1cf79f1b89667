/** Outside services that charge cards and bank accounts. */
export const processorNames = ['transafe', 'orbital'] as const;
export type ProcessorName = (typeof processorNames)[number];
