/** The ideas that the generator suggests. Each mentions something that differs from one use to the next. */
export const exampleIdeas = [
  'A polite reminder to a client about an unpaid invoice',
  'Interview questions for a role, and what a good answer shows',
  'A recipe from what’s in my fridge, for a given number of people',
] as const
