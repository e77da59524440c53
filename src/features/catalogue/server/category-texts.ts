import { type Message, msg, textInLanguage } from '#lib/texts.ts'

/** Tells translators apart the category “Research” and other texts with the same words. */
const context = 'category'

/**
 * A category's name or description in the reader's language. Those of the categories that a new site has are in the
 * catalogues; what an operator wrote is shown as it is, unless SITE_DIR translates it.
 */
export function categoryText(text: string): string {
  return textInLanguage(text, context)
}

/** The names and descriptions of the categories that a new site has, as the migration wrote them. */
export const firstCategories: readonly Message[] = [
  msg('General', { context: 'category' }),
  msg('Prompts that fit any day and any trade.', { context: 'category' }),
  msg('Writing and editing', { context: 'category' }),
  msg('Draft, cut, sharpen and check texts.', { context: 'category' }),
  msg('Business and finance', { context: 'category' }),
  msg('Plans, prices, numbers and the words around them.', { context: 'category' }),
  msg('Education and learning', { context: 'category' }),
  msg('Explain, practice, test and remember.', { context: 'category' }),
  msg('Technical', { context: 'category' }),
  msg('Systems, networks, hardware and how they fail.', { context: 'category' }),
  msg('Programming and code', { context: 'category' }),
  msg('Write, read, review and repair code.', { context: 'category' }),
  msg('Customer support', { context: 'category' }),
  msg('Answers that solve the problem and keep the customer.', { context: 'category' }),
  msg('Research', { context: 'category' }),
  msg('Find, read, compare and cite sources.', { context: 'category' }),
  msg('Analysis', { context: 'category' }),
  msg('Take data or an argument apart and say what it shows.', { context: 'category' }),
  msg('Productivity', { context: 'category' }),
  msg('Meetings, plans, mail and the rest of the working day.', { context: 'category' }),
  msg('Personal', { context: 'category' }),
  msg('Letters, health, home, travel and other private matters.', { context: 'category' }),
  msg('Creative', { context: 'category' }),
  msg('Stories, poems, songs and new ideas.', { context: 'category' }),
  msg('Image generation', { context: 'category' }),
  msg('Pictures from words: subject, light, lens and style.', { context: 'category' }),
  msg('Multilingual and translation', { context: 'category' }),
  msg('Translate, localize and learn languages.', { context: 'category' }),
  msg('Entertainment', { context: 'category' }),
  msg('Games, quizzes, films and things to laugh about.', { context: 'category' }),
]
