/** Example ideas. Each names parts that vary from one use to the next. */
export const exampleIdeas = [
  'A weekly status email to my team, from a few bullet points',
  'Interview questions for a role, with what a good answer shows',
  'A recipe from what is in my fridge, for a number of people',
] as const
