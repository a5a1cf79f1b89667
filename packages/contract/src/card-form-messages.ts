/**
 * Members of the messages between Chase's form and the page around it. Not public: `CHASE_FORM_MESSAGES` replaces them. A message
 * has a number, a subject, and data; its answer has the number and a response. Their subjects, and that the form asks with `init`
 * for the page's callbacks before it says anything else, are read in its public script.
 */
export const cardFormMessages = { id: 'id', subject: 'subject', data: 'data', response: 'response' } as const;

/** The members as one service names them. */
export type CardFormMessages = Readonly<Record<keyof typeof cardFormMessages, string>>;
