import { asksForToday, wordsOf } from '#features/variables/label-rules.ts'

type Blank = { name: string; default: string | null }

/** Tells whether a blank asks for a person's name, which says little about what an answer must contain. */
const isName = (name: string) => /^(?:(?:my|your|first|last|full|user) ?)?name$/i.test(wordsOf(name))

/**
 * Returns the blank whose value best shows what an answer must contain: preferably the first one that has no default
 * and asks for neither a person's name nor today's date.
 */
export function mostTellingBlank(blanks: readonly Blank[]): Blank | undefined {
  const telling = blanks.filter(({ name }) => !isName(name) && !asksForToday(name))
  return telling.find((blank) => blank.default === null) ?? telling[0] ?? blanks[0]
}
